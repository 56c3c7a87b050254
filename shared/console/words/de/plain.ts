export const plain = {
  'plain.back': 'Zurück',
  'plain.deleteMeaning':
    'Ich weiß, dass das Dokument sofort für alle weg ist und sich 30 Tage lang wiederherstellen lässt.',
  'plain.refused': 'Das wurde nicht getan',
  'plain.shareEmail': 'E-Mail-Adresse eines Lesers',
  'plain.without': 'Ohne Skript weitermachen',
} as const;
