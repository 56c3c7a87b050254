export const organization = {
  'invitations.again': 'Mit neuem Link erneut senden',
  'invitations.days': 'Gültig für (Tage)',
  'invitations.email': 'E-Mail-Adresse',
  'invitations.invite': 'Einladen',
  'invitations.link': 'Link der Einladung',
  'invitations.none':
    'Niemand ist eingeladen. Laden Sie Personen mit ihrer E-Mail-Adresse ein; sie treten über einen Link bei.',
  'invitations.passOn':
    'Der Dienst hat keine Mail gesendet. Geben Sie den Link selbst weiter; frühere Links gelten nicht mehr.',
  'invitations.sentTo': 'Einladung an {email}',
  'invitations.title': 'Einladungen',
  'invitations.withdraw': 'Einladung zurückziehen',
  'invitations.withdrawn': 'Die Einladung an {email} ist zurückgezogen.',
  'invitations.withdrawText':
    'Der Link, den {email} erhalten hat, gilt nicht mehr. Sie können die Person erneut einladen.',
  'leavers.left': 'ausgetreten am {date}',
  'leavers.title': {
    one: '{count} Person ist kürzlich ausgetreten',
    other: '{count} Personen sind kürzlich ausgetreten',
  },
  'look.choose': 'Bild wählen',
  'look.color': 'Akzentfarbe',
  'look.colorHint': '# und sechs hexadezimale Ziffern. Leer: die Farbe des Dienstes.',
  'look.contrast': 'Kontrast auf Weiß: {contrast} zu 1.',
  'look.logo': 'Logo',
  'look.logoHint': 'Ein PNG oder JPEG mit mindestens 64 Pixeln je Seite. Ein größeres Bild wird verkleinert.',
  'look.pick': 'Farbe auswählen',
  'look.remove': 'Logo entfernen',
  'look.removeText': 'Seiten und neue Deckblätter zeigen dann nur den Namen.',
  'look.text':
    'Seiten und Deckblätter Ihrer Dokumente zeigen das Logo und die Farbe, neben dem Namen der Organisation. Anmeldeseiten zeigen beides nie.',
  'look.title': 'Erscheinungsbild',
  'look.tooLight':
    'Kontrast auf Weiß: {contrast} zu 1. Nötig ist mindestens 4,5: Wählen Sie eine dunklere Farbe.',
  'look.unfit':
    'Diese Datei kann kein Logo sein. Wählen Sie ein PNG oder JPEG mit mindestens 64 Pixeln je Seite, das nicht viel breiter als hoch ist.',
  'look.use': 'Dieses Logo verwenden',
  'members.alone': 'Sie sind das einzige Mitglied. Laden Sie unten Personen ein.',
  'members.changeRole': 'Rolle ändern',
  'members.count': { one: '{count} Mitglied', other: '{count} Mitglieder' },
  'members.endMade': 'Auch Dienstkonten und Schlüssel beenden, die diese Person erstellt hat',
  'members.joined': 'beigetreten am {date}',
  'members.leave': 'Organisation verlassen',
  'members.leaveText':
    'Ihre Schlüssel dieser Organisation enden endgültig, die von Ihnen registrierten Endpunkte werden angehalten, und Ihre Einladungen gelten nicht mehr. Ihre Dokumente bleiben; Ihre privaten liest niemand, bis Sie zurück sind oder ein Eigentümer sie übergibt.',
  'members.left': 'Sie haben die Organisation verlassen.',
  'members.newOwner':
    'Wenn Sie die Befugnisse eines Eigentümers haben, hat die Person sie sofort; sonst beginnen sie 24 Stunden später.',
  'members.ownerTold': '{name} erfährt es sofort.',
  'members.powersFrom': 'Eigentümer seit {date}; die Befugnisse beginnen am {time}',
  'members.powersLater':
    'Eigentümer seit {date}; die Befugnisse beginnen, sobald ein anderer Eigentümer sie hat',
  'members.powersSince': 'Eigentümer seit {date}, mit Befugnissen seit {since}',
  'members.remove': 'Entfernen',
  'members.removed': '{name} ist kein Mitglied mehr.',
  'members.removeName': '{name} entfernen?',
  'members.removeText':
    'Die Schlüssel der Person für diese Organisation enden endgültig, die von ihr registrierten Endpunkte werden angehalten, und ihre Einladungen gelten nicht mehr. Ihre Dokumente bleiben; die privaten liest niemand, bis ein Eigentümer sie übergibt.',
  'members.role': 'Rolle',
  'members.roleChanged': '{name} ist jetzt: {role}.',
  'members.roleOf': 'Rolle von {name}',
  'members.title': 'Mitglieder',
  'members.you': 'Sie',
  'nav.organization': 'Organisation',
  'organization.actions': 'Aktionen für die Organisation',
  'organization.delete': 'Organisation löschen',
  'organization.deleteText':
    'Alle Dokumente mit ihren Versionen, Freigaben und Richtlinien, alle Mitglieder, Schlüssel, Dienstkonten und Endpunkte sind sofort für alle weg. Betreiber des Dienstes können die Organisation 30 Tage lang wiederherstellen.',
  'organization.found': 'Organisation gründen',
  'organization.foundAnother': 'Weitere Organisation gründen',
  'organization.founded': 'Sie sind ihr erster Eigentümer. Laden Sie als Nächstes Personen ein.',
  'organization.foundText': 'Sie werden ihr Eigentümer. Dokumente darin gehören der Organisation.',
  'organization.noneText':
    'In einer Organisation teilen Personen Dokumente, Regeln und Endpunkte. Gründen Sie eine, oder lassen Sie sich einladen.',
  'organization.repeatName': 'Geben Sie zur Bestätigung den Namen ein: {name}',
  'organization.since': 'Seit {date}',
  'transfer.done': { one: '{count} Dokument übergeben.', other: '{count} Dokumente übergeben.' },
  'transfer.nobody': 'Kein anderes Mitglied kann sie erhalten. Laden Sie zuerst jemanden ein.',
  'transfer.of': 'Dokumente von {name} übergeben',
  'transfer.text':
    'Alle Dokumente dieses Mitglieds, auch private, gehören danach der gewählten Person. Sie selbst lesen sie dabei nicht.',
  'transfer.textLeft':
    'Alle Dokumente dieses früheren Mitglieds, auch private, gehören danach der gewählten Person. Bis dahin liest niemand die privaten.',
  'transfer.title': 'Dokumente übergeben',
  'transfer.to': 'Neuer Besitzer der Dokumente',
  'transfer.notAll': 'Dokumente von {name} wurden nicht alle übergeben.',
} as const;
