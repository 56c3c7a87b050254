export const managing = {
  'earlier.api': 'Die API listet auch die älteren auf.',
  'earlier.document': 'Dokument',
  'earlier.empty': 'Ohne Titel und Beschreibung',
  'earlier.replaced': 'Ersetzt am {time} von {name}',
  'earlier.text':
    'Als diese Texte ersetzt wurden, galt für das Dokument eine Aufbewahrung, darum behält der Dienst sie. Nur wer dieses Dokument verwaltet, sieht sie.',
  'earlier.title': 'Frühere Titel und Beschreibungen',
  'governance.asReader': 'Als Leser ansehen',
  'governance.lettersMissing': {
    one: 'Leser sehen diese Version als Bilder. Auf {count} Seite fehlen Buchstaben ({pages}), weil die Datei eine Schrift nennt und nicht enthält. Laden Sie eine Version mit allen Schriften hoch.',
    other:
      'Leser sehen diese Version als Bilder. Auf {count} Seiten fehlen Buchstaben ({pages}), weil die Datei eine Schrift nennt und nicht enthält. Laden Sie eine Version mit allen Schriften hoch.',
  },
  'governance.text':
    'Die strengste Regel zählt. Diese Regeln gelten für Leser. Für Sie gelten sie nicht, weil Sie dieses Dokument verwalten. Keine Richtlinie kann verhindern, dass ein Leser den Bildschirm fotografiert.',
  'governance.title': 'Regeln für Leser',
  'governance.tooMany': 'Leser können dieses Dokument zurzeit nicht öffnen',
  'governance.tooManyText':
    '{closed}: Es hängen mehr als {max} Richtlinien mit Regeln daran. Lösen Sie einige davon.',
  'governance.unknownRuleText':
    '{closed}: Eine Richtlinie hat eine Regel, die diese Version des Dienstes nicht kennt. Der Dienst muss aktualisiert werden.',
  'readers.accepted': 'hat zugestimmt',
  'readers.downloads': { one: '{count} Download', other: '{count} Downloads' },
  'readers.none': 'Noch kein Leser hat dieses Dokument geöffnet.',
  'readers.reached': 'bis Seite {page} gelesen',
  'readers.reachedOf': 'bis Seite {page} von {of} gelesen',
  'readers.refused': {
    one: 'von einer Richtlinie abgewiesen',
    other: '{count}-mal von einer Richtlinie abgewiesen',
  },
  'readers.text': 'Nur wer dieses Dokument verwaltet, sieht diese Liste. Eigene Aufrufe zählen nicht mit.',
  'readers.title': 'Letzte Leser',
  'readers.views': { one: '{count}-mal geöffnet', other: '{count}-mal geöffnet' },
  'readers.visitor': 'Ein Besucher',
  'readers.visitorFrom': 'Ein Besucher aus {network}',
  'retention.hold': 'Niemand kann dieses Dokument löschen, solange seine rechtliche Sperre besteht.',
  'retention.kept': 'Aufbewahrt bis {time}',
  'retention.keptByHold': 'Aufbewahrt, solange die rechtliche Sperre besteht',
  'retention.keptByUnknownRule':
    'Aufbewahrt, bis der Dienst aktualisiert ist, weil sie eine Regel hat, die diese Version nicht kennt',
  'retention.locked':
    '{locked} bis {time}: Ab 24 Stunden nach dem Sperren kann das auch kein Eigentümer beenden oder verkürzen',
  'retention.lockedByHold':
    '{locked}, solange die rechtliche Sperre besteht: Ab 24 Stunden nach dem Sperren kann das auch kein Eigentümer beenden oder verkürzen',
  'retention.lockedWord': 'Gesperrt',
  'retention.ownerOnly': '. Nur ein Eigentümer kann das beenden oder verkürzen',
  'retention.title': 'Aufbewahrung',
  'retention.unknownRule': 'Niemand kann dieses Dokument löschen, bevor der Dienst aktualisiert ist.',
  'retention.until': 'Niemand kann dieses Dokument vor dem {time} löschen.',
  'retention.you': 'Auch Sie nicht.',
  'share.ended': 'Endete am {time}',
  'share.ends': 'Endet am {time}',
  'share.lastRead': {
    one: 'Zuletzt gelesen am {time}, {count}-mal insgesamt',
    other: 'Zuletzt gelesen am {time}, {count}-mal insgesamt',
  },
  'share.mailBounced': 'Die Mail kam zurück',
  'share.mailDelivered': 'Die Mail wurde zugestellt',
  'share.mailHeld': 'Die Mail wartet: Das Kontingent für heute ist aufgebraucht',
  'share.mailQueued': 'Die Mail wird gleich gesendet',
  'share.mailRefused':
    'Diese Adresse erhält von hier keine Mails: Geben Sie die Adresse dieser Seite selbst weiter',
  'share.mailSent': 'Die Mail wurde gesendet',
  'share.notRead': 'Noch nicht gelesen',
  'share.send': 'Mail senden',
  'share.sendAgain': 'Erneut senden',
  'share.sendTo': ' an {email}',
  'share.withdraw': 'Zurückziehen',
  'share.withdrawFrom': ': die Freigabe für {email}',
  'shares.earlier': 'Frühere Freigaben',
  'shares.noMore': 'Es gibt keine weiteren.',
  'shares.none': 'Dieses Dokument ist mit niemandem namentlich geteilt.',
  'shares.title': 'Geteilt mit',
  'sharing.email': 'E-Mail-Adresse eines Lesers',
  'sharing.endsInPast': 'Dieser Tag ist vorbei.',
  'sharing.hasEnded': 'Die Freigabe ist beendet.',
  'sharing.isCreator':
    'Das ist die Adresse der Person, die das Dokument erstellt hat. Sie kann es ohnehin lesen.',
  'sharing.lastDay': 'Letzter Tag, in UTC (optional)',
  'sharing.message': 'Nachricht in der Mail (optional)',
  'sharing.noAddress': 'Das ist keine E-Mail-Adresse.',
  'sharing.noDay': 'Das ist kein Tag.',
  'sharing.noMail': 'Dieser Dienst sendet keine Mails.',
  'sharing.noShare': 'Die Freigabe wurde zurückgezogen.',
  'sharing.notAllowed':
    'Nur der Ersteller und die Eigentümer und Admins der Organisation dürfen ein Dokument teilen.',
  'sharing.notifyMe': 'Mail an mich, wenn der Leser das Dokument zum ersten Mal öffnet',
  'sharing.notSent': 'Die Mail wurde nicht gesendet',
  'sharing.notShared': 'Das Dokument wurde nicht geteilt',
  'sharing.passOn':
    'Der Dienst sendet keine Mails: Geben Sie die Adresse dieser Seite selbst weiter. Der Leser meldet sich mit der angegebenen Adresse an. Richtlinien gelten.',
  'sharing.passOnWithoutMail':
    'Ohne Mail geben Sie die Adresse dieser Seite selbst weiter. Der Leser meldet sich mit der angegebenen Adresse an. Richtlinien gelten.',
  'sharing.sendMail': 'Mail senden',
  'sharing.share': 'Teilen',
  'sharing.sharedAlready':
    'Das Dokument ist schon mit dieser Adresse geteilt. Um das Ende zu ändern, ziehen Sie zuerst diese Freigabe zurück.',
  'sharing.tooLong': 'Diese Nachricht ist zu lang oder hat Zeichen, die sich nicht anzeigen lassen.',
  'sharing.tooManyMails':
    'Das Kontingent an Mails für heute ist aufgebraucht. Versuchen Sie es morgen noch einmal.',
  'sharing.tooManyShares':
    'Ein Dokument hat höchstens {max} Freigaben, die nicht beendet sind. Ziehen Sie zuerst eine zurück.',
};
