export const refusals = {
  'proof.again': 'Erneut anmelden',
  'proof.text':
    'Sie haben Ihre E-Mail-Adresse seit {days} Tagen nicht nachgewiesen. Für Freigaben ist das nötig. Melden Sie sich in einem Browser an, um sie nachzuweisen.',
  'refusal.acknowledge': 'Bevor Sie dieses Dokument lesen',
  'refusal.aPolicy': 'Eine Richtlinie',
  'refusal.askSender':
    'Wenn Sie das Dokument noch brauchen, fragen Sie die Person, von der Sie den Link haben.',
  'refusal.ended': 'Der Lesezugriff endete am {time}.',
  'refusal.endedBy': 'Der Lesezugriff endete am {time}, nach der Richtlinie {name}.',
  'refusal.expired': 'Dieses Dokument ist nicht mehr zu lesen',
  'refusal.noDownload': 'Diese Datei lässt sich nicht herunterladen',
  'refusal.notAllowed': 'Dieses Dokument ist für andere Leser',
  'refusal.notAllowedMore':
    'Wenn Sie eine andere Adresse haben, melden Sie sich mit ihr an, oder fragen Sie die Person, von der Sie den Link haben.',
  'refusal.notAllowedText':
    '{policy} erlaubt nur bestimmte Leser nach ihren E-Mail-Adressen, und Ihre ist nicht dabei.',
  'refusal.notProven': 'Melden Sie sich erneut an, um dieses Dokument zu lesen',
  'refusal.notProvenMore':
    'Melden Sie sich erneut an, um diese Adresse nachzuweisen, oder melden Sie sich mit einer anderen an.',
  'refusal.notProvenText':
    '{policy} erlaubt Leser nach ihren E-Mail-Adressen, und Sie haben Ihre seit {days} Tagen nicht nachgewiesen.',
  'refusal.thePolicy': 'Die Richtlinie {name}',
  'refusal.tooMany': 'Dieses Dokument ist zurzeit nicht zu lesen',
  'refusal.tooManyMore':
    'Fragen Sie die Person, von der Sie den Link haben. Der Ersteller des Dokuments oder ein Eigentümer oder Admin kann Richtlinien lösen.',
  'refusal.tooManyText':
    'An diesem Dokument hängen mehr als {max} Richtlinien mit Regeln. So viele kann der Dienst nicht anwenden.',
  'refusal.tooManyTextNamed':
    'An diesem Dokument hängen mehr als {max} Richtlinien mit Regeln, darunter {name}. So viele kann der Dienst nicht anwenden.',
  'refusal.unknownRuleMore': 'Bitten Sie den Betreiber des Dienstes, ihn zu aktualisieren.',
  'refusal.unknownRuleText':
    '{policy} hat eine Regel, die diese Version des Dienstes nicht kennt. Der Dienst muss aktualisiert werden, bevor dieses Dokument gelesen werden kann.',
  'refusal.viewOnlyText': '{policy} zeigt dieses Dokument Seite für Seite und erlaubt keine Downloads.',
  'refusal.watermarkText': '{policy} erlaubt keine Downloads ohne Wasserzeichen.',
  'refusal.yourAccess': 'Ihr Zugang',
};
