/** The words of the person’s own screen. */
export const me = {
  'me.actsHere': 'Shown here',
  'me.browserLanguage': 'Language of the browser',
  'me.end': 'End',
  'me.endCurrentText': 'You are signed out in this browser, in all of its tabs.',
  'me.ended': 'The session has ended.',
  'me.endOf': 'End the session of {time}',
  'me.endSession': 'End session',
  'me.endText':
    'The browser of this session is signed out at once. What was typed there and not saved is lost.',
  'me.language': 'Language',
  'me.languageText': 'The console, pages and mails use this language.',
  'me.lead': 'Your name, as others see it in documents, activity and mails.',
  'me.organizations': 'Organizations',
  'me.ownership': 'Ownership',
  'me.ownershipText':
    'If somebody without an owner’s powers took your role as an owner in the last 24 hours, you can take it back, even after you left.',
  'me.reclaim': 'Take ownership back',
  'me.reclaimed': 'You are an owner of {name} again.',
  'me.sessions': 'Sessions',
  'me.signedIn': 'Signed in on {time}',
  'me.switch': 'Switch',
  'me.switchTo': 'Switch to {name}',
  'me.thisSession': 'This session',
  'nav.me': 'Your account',
} as const;
