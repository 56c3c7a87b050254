export const frame = {
  'frame.account': 'Ihr Konto',
  'frame.menu': 'Menü öffnen',
  'frame.navigation': 'Ansichten',
  'frame.noOrganization': 'Keine Organisation',
  'frame.reference': 'API-Referenz',
  'frame.service': 'Document Governance',
  'frame.signOut': 'Abmelden',
  'frame.skip': 'Zum Inhalt springen',
  'frame.switch': 'Organisation wechseln',
  'frame.windowTitle': '{title} – Document Governance',
  'nav.rooms': 'Räume',
  'nothing.back': 'Zu den Dokumenten',
  'nothing.text': 'Prüfen Sie die Adresse, oder beginnen Sie bei Ihren Dokumenten.',
  'nothing.title': 'Unter dieser Adresse gibt es nichts',
  'notice.backTo': 'Zurück zu {organization}',
  'notice.elsewhere':
    'Sie haben in einem anderen Tab zu {organization} gewechselt. Aus diesem Tab wird nichts geändert, bis Sie wählen.',
  'notice.lostOwnership':
    'Sie sind nicht mehr Eigentümer von „{organization}“. Bis {time} können Sie die Rolle zurücknehmen.',
  'notice.otherPerson':
    'In einem anderen Tab hat sich {name} angemeldet. Aus diesem Tab wird nichts geändert, bis Sie wählen.',
  'notice.showPerson': 'Als diese Person weitermachen',
  'notice.showThere': 'Auch hier anzeigen',
  'notice.unfinished': 'Beim Schließen der Seite war dies noch nicht getan:',
  'notice.waiting':
    'Der Dienst hat vorerst zu viele Anfragen beantwortet. In weniger als einer Minute geht es weiter.',
  'notice.waitingSeconds': {
    one: 'Vorerst zu viele Anfragen. In {count} Sekunde geht es weiter.',
    other: 'Vorerst zu viele Anfragen. In {count} Sekunden geht es weiter.',
  },
  'palette.keys': 'Strg K',
  'palette.nothing': 'Nichts gefunden.',
  'palette.open': 'Schnellzugriff',
  'signedOut.action': 'Anmelden',
  'signedOut.text':
    'Melden Sie sich wieder an, um weiterzumachen. Sie kommen hierher zurück, mit dem, was Sie eingegeben haben.',
  'signedOut.title': 'Ihre Sitzung ist beendet',
} as const;
