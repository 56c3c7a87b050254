export const signIn = {
  'invitation.admin': 'an admin',
  'invitation.adminRights':
    'Admins manage members, policies and webhooks, and change every document that they can read.',
  'invitation.invalid': 'This invitation is not valid',
  'invitation.invalidText':
    'The invitation has expired, or it was withdrawn, replaced or used. Its sender may have lost the right to invite people, or the address may be incomplete. Ask for a new invitation.',
  'invitation.join': 'Join',
  'invitation.joined': 'You belong to {organization}',
  'invitation.joinedText': 'You are {role} of this organization.',
  'invitation.member': 'a member',
  'invitation.memberRights': 'Members read what the organization shares, and upload documents of their own.',
  'invitation.otherAddress': 'This invitation is for another address',
  'invitation.otherAddressText':
    'The invitation is for another e-mail address than yours. If you have another address, sign in with that address.',
  'invitation.owner': 'an owner',
  'invitation.ownerRights':
    'Owners manage members, policies and webhooks, and change every document that they can read.',
  'invitation.text': '{name} invites you to become {role} of {organization}. {rights}',
  'invitation.title': 'Join {organization}',
  'mailChoice.allow': 'Allow mail again',
  'mailChoice.ask': 'Stop mail?',
  'mailChoice.askText':
    'Your address can get mail of {name} from this service: invitations and shared documents, for example.',
  'mailChoice.invalid': 'This link is not valid',
  'mailChoice.invalidText':
    'A link that stops mail works for 60 days. Use the link in a newer mail, or ask the sender.',
  'mailChoice.sender': 'this sender',
  'mailChoice.stop': 'Stop mail of {name}',
  'mailChoice.stopped': 'Mail is stopped',
  'mailChoice.stoppedText':
    'Your address gets no more mail of {name} from this service. Codes to sign in still arrive.',
  'signIn.again': 'Sign in again',
  'signIn.ask': 'Sign in to go on',
  'signIn.askRoom':
    'Somebody invited you to a room. Sign in with the address that the invitation was sent to.',
  'signIn.askText':
    'Somebody shared a document with you, or invited you. Sign in with the address it was sent to.',
  'signIn.declined': 'You did not sign in',
  'signIn.declinedText': 'Signing in was cancelled, or your identity provider does not let you in here.',
  'signIn.disabled': 'Your account is disabled',
  'signIn.disabledText':
    'You have signed in with your identity provider, but your account here is disabled. Nothing that you made is lost. Ask an owner or admin of your organization to have it enabled.',
  'signIn.documents': 'To the documents',
  'signIn.done': 'You are signed in',
  'signIn.doneText': 'Open the address of a document to read it, or see the documents that you may read.',
  'signIn.ended': 'You are not signed in any more',
  'signIn.errorStays': 'If the error stays, contact the operators and name the request {id}.',
  'signIn.expired': 'This sign-in is no longer valid',
  'signIn.expiredText':
    'The sign-in took longer than ten minutes, was used before, or began in another browser. Nothing is lost. Sign in again.',
  'signIn.failed': 'Signing in did not work',
  'signIn.failedText': 'The service cannot use the answer of the identity provider. Please try again.',
  'signIn.taken': 'This is another account',
  'signIn.takenText':
    'The account here with your e-mail address belongs to another account at your identity provider. If you are the same person, ask an owner or admin of your organization to have the two accounts connected.',
  'signIn.unknown': 'You have no account here',
  'signIn.unknownMore':
    'If that does not help, ask the sender to share with the address that you sign in with. Ask an owner or admin of your organization to invite you if you should become a member.',
  'signIn.unknownText':
    'You have signed in with your identity provider, but no account here has your e-mail address. If somebody sent you a link, open that link and sign in with the address that it was sent to.',
  'signIn.unreachable': 'Signing in is not possible right now',
  'signIn.unreachableText': 'The identity provider does not answer. Please try again in a minute.',
  'signIn.unusableText':
    'The service cannot use the answer of your identity provider. Nothing is lost. Sign in again.',
  'signIn.unverified': 'Your e-mail address is not verified',
  'signIn.unverifiedText':
    'The service identifies people by their e-mail address, and your identity provider has not verified yours. Verify your address there, or ask the administrator of your account, and then sign in again.',
  'signIn.used': 'You signed in as {address}.',
  'signOut.done': 'You are signed out',
  'signOut.here': 'You are signed out here',
  'signOut.otherSite': 'This request came from another site. Sign out on a page of this service.',
  'signOut.provider': 'Sign out of your identity provider too',
} as const;
