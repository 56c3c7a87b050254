export const mail = {
  'mail.access': '{email} asks for access to “{title}”',
  'mail.accessAction': 'Share it, or decline',
  'mail.accessIgnore':
    'If you do not know this person, do nothing. They cannot open the document, and do not learn its title. The request ends on {time} UTC.',
  'mail.accessText':
    '{through} sends you this mail because somebody asks for access to a document that you manage:',
  'mail.accessWho': 'The person has proven that the address {email} is theirs.',
  'mail.demotedOwner': '{by} took your role as an owner of {organization}',
  'mail.demotedOwnerOn': '{by} took your role as an owner on {time} UTC. You are now {role}.',
  'mail.disabled': 'A webhook endpoint of {organization} is disabled',
  'mail.disabledHow': 'How to enable it again',
  'mail.disabledKept':
    'Events of 30 days are kept. Once the endpoint is enabled again, what it missed can be sent again.',
  'mail.disabledSince': 'The endpoint {id} at {host} receives no events since {time} UTC. {reason}',
  'mail.disabledText':
    'The document service of {organization} sends you this mail because you are an owner, and a webhook endpoint was disabled.',
  'mail.disabledWhy.failing': 'No delivery to it succeeded for five days.',
  'mail.disabledWhy.gone': 'The endpoint answered 410 (Gone).',
  'mail.disabledWhy.operator': 'An operator of the service disabled it.',
  'mail.disabledWhy.registrar': 'The person who registered it may not manage the organization any more.',
  'mail.disabledWhy.request': 'Somebody who manages the organization disabled it.',
  'mail.invitation': 'Invitation to {organization}',
  'mail.invitationAction': 'Open the invitation',
  'mail.invitationLink': 'The link works once, until {time} UTC, for a person who signs in as {email}.',
  'mail.invitationText':
    '{name} invites you to join the organization {organization} as {role}, and sends you this mail through its document service.',
  'mail.keyEnd': 'Your API key “{name}” ends soon',
  'mail.keyEndAction': 'How to make a new key',
  'mail.keyEndMore':
    'Programs that use it are refused from then on. Make a new key, and give it to them before.',
  'mail.keyEndNoMore': 'There is no further mail about this key.',
  'mail.keyEndText': '{through} sends you this mail because your API key “{name}” ({id}) ends on {time} UTC.',
  'mail.lostOwnershipAction': 'Open the console',
  'mail.lostOwnershipFinal':
    'Somebody with an owner’s powers did this, or you did not have these powers yet. So you cannot take the role back yourself: ask the owners.',
  'mail.lostOwnershipReclaim': 'Until {time} UTC, you can take the role back, in your account.',
  'mail.lostOwnershipText':
    'The document service of {organization} sends you this mail because you were an owner.',
  'mail.newOwner': '{name} made themselves an owner of {organization}',
  'mail.newOwnerAction': 'Not right? Take it back',
  'mail.newOwnerAlways': 'You get such a mail even if you stopped mail of {organization}.',
  'mail.newOwnerBy': '{by} made {name} an owner of {organization}',
  'mail.newOwnerByOn': '{by} made {name} an owner on {time} UTC. No owner with powers did.',
  'mail.newOwnerLost':
    'If you lost your own role as an owner, you can take it back for 24 hours, in your account.',
  'mail.newOwnerOn': '{name} made themselves an owner on {time} UTC. No owner with powers did.',
  'mail.newOwnerPowers':
    'Until {time} UTC, you can take the role back. From then on, the new owner can shorten retention, take over documents of others, and delete the organization.',
  'mail.newOwnerText':
    'The document service of {organization} sends you this mail because you are an owner, and there is another one.',
  'mail.newVersion': 'New version of “{title}”',
  'mail.newVersionReady': 'Version {number} is ready to read.',
  'mail.newVersionText':
    '{through} sends you this mail because you have read a document that {name} shares with you, and it has a new version:',
  'mail.openDocument': 'Open the document',
  'mail.openRoom': 'Open the room',
  'mail.read': '{reader} has read “{title}”',
  'mail.readNoMore': 'There is no further mail about this share. The page of the document shows its readers.',
  'mail.readOn': '{reader} read it for the first time on {time} UTC.',
  'mail.readOnce': '{reader} read it for the first time.',
  'mail.readText': '{through} sends you this mail because you asked for it when you shared this document:',
  'mail.removedOwner': '{by} removed you from {organization}',
  'mail.removedOwnerOn': '{by} removed you on {time} UTC. You are not a member any more.',
  'mail.room': '{name} opens the room “{title}” for you',
  'mail.roomOpens': 'The room opens on {time} UTC.',
  'mail.roomSignIn': 'Sign in as {email} to enter the room.',
  'mail.roomSignInUntil': 'Sign in as {email} to enter the room. You can enter it until {time} UTC.',
  'mail.roomText':
    '{name} opens a room with documents for you, and sends you this mail through the document service of {organization}:',
  'mail.service': 'The document service',
  'mail.serviceOf': 'The document service of {organization}',
  'mail.share': '{name} shares “{title}” with you',
  'mail.shareSignIn': 'Sign in as {email} to read the document.',
  'mail.shareSignInUntil': 'Sign in as {email} to read the document. You can read it until {time} UTC.',
  'mail.shareSignInUntilDay':
    'Sign in as {email} to read the document. You can read it until the end of {day}, {zone} time.',
  'mail.shareSignInUntilTime':
    'Sign in as {email} to read the document. You can read it until {time} on {day}, {zone} time.',
  'mail.shareText': '{name} shares a document with you, and sends you this mail through a document service:',
  'mail.shareTextOf':
    '{name} shares a document with you, and sends you this mail through the document service of {organization}:',
  'mail.stop': 'Stop mail of {name}',
  'mail.unknownSender': 'If you do not know the sender, ignore this mail. Nothing happens without you.',
} as const;
