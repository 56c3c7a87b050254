/** The words of the frame around every screen: navigation, account, notices and the palette. */
export const frame = {
  'frame.account': 'Your account',
  'frame.menu': 'Open the menu',
  'frame.navigation': 'Screens',
  'frame.noOrganization': 'No organization',
  'frame.reference': 'API reference',
  'frame.service': 'Document Governance',
  'frame.signOut': 'Sign out',
  'frame.skip': 'Skip to the content',
  'frame.switch': 'Switch organization',
  'frame.windowTitle': '{title} – Document Governance',
  'nav.rooms': 'Rooms',
  'nothing.back': 'To the documents',
  'nothing.text': 'Check the address, or begin at your documents.',
  'nothing.title': 'There is nothing at this address',
  'notice.backTo': 'Back to {organization}',
  'notice.elsewhere':
    'You switched to {organization} in another tab. Nothing is changed from this tab until you choose.',
  'notice.lostOwnership':
    'You are no longer an owner of “{organization}”. You can take the role back until {time}.',
  'notice.otherPerson':
    '{name} has signed in in another tab. Nothing is changed from this tab until you choose.',
  'notice.showPerson': 'Go on as that person',
  'notice.showThere': 'Show it here too',
  'notice.unfinished': 'When you closed the page, this was not done:',
  'notice.waiting': 'The service has answered too many requests for now. Work goes on in less than a minute.',
  'notice.waitingSeconds': {
    one: 'Too many requests for now. Work goes on in {count} second.',
    other: 'Too many requests for now. Work goes on in {count} seconds.',
  },
  'palette.keys': 'Ctrl K',
  'palette.nothing': 'Nothing found.',
  'palette.open': 'Go to or do',
  'signedOut.action': 'Sign in',
  'signedOut.text': 'Sign in again to go on. You come back to this screen, with what you typed.',
  'signedOut.title': 'Your session has ended',
} as const;
