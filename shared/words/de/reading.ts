export const reading = {
  'access.creatorOnly': 'Privat: nur für den Ersteller',
  'access.domains': {
    one: 'Leser mit einer Adresse von {count} Domain',
    other: 'Leser mit einer Adresse von {count} Domains',
  },
  'access.ended': 'Der Lesezugriff endete am {time}',
  'access.members': 'Für Mitglieder von {organization}',
  'access.membersAndShared': 'Für Mitglieder von {organization} und alle, mit denen es geteilt ist',
  'access.membersAndSharedLimited':
    'Für Mitglieder von {organization} und alle, mit denen es geteilt ist, soweit die Richtlinien es erlauben',
  'access.membersLimited': 'Für Mitglieder von {organization}, soweit die Richtlinien es erlauben',
  'access.membersNamed': 'Für {readers} (nur Mitglieder von {organization})',
  'access.membersNamedAndShared':
    'Für {readers} (nur Mitglieder von {organization} und alle, mit denen es geteilt ist)',
  'access.named': 'Für {readers}',
  'access.namedReaders': {
    one: '{count} namentlich genannten Leser',
    other: '{count} namentlich genannte Leser',
  },
  'access.nobody': 'niemanden, denn kein Leser steht in allen Listen der Richtlinien',
  'access.public': 'Öffentlich',
  'access.publicLimited': 'Öffentlich, soweit die Richtlinien es erlauben',
  'access.shared': 'Privat: für den Ersteller und alle, mit denen es geteilt ist',
  'access.sharedLimited':
    'Privat: für den Ersteller und alle, mit denen es geteilt ist, soweit die Richtlinien es erlauben',
  'access.sharedNamed': 'Privat: für den Ersteller, und unter denen, mit denen es geteilt ist, für {readers}',
  'access.theOrganization': 'der Organisation',
  'access.unknownRule': 'Kein Leser, bis der Dienst aktualisiert ist',
  'accept.accept': 'Zustimmen und lesen',
  'accept.asked': {
    one: 'Bevor Sie das Dokument lesen, werden Sie um Zustimmung zu diesem Text gebeten. Danach können Sie es lesen.',
    other:
      'Bevor Sie das Dokument lesen, werden Sie um Zustimmung zu diesen Texten gebeten. Danach können Sie es lesen.',
  },
  'accept.askedBy': {
    one: '{organization} bittet Sie um Zustimmung zu diesem Text, bevor Sie das Dokument lesen. Danach können Sie es lesen.',
    other:
      '{organization} bittet Sie um Zustimmung zu diesen Texten, bevor Sie das Dokument lesen. Danach können Sie es lesen.',
  },
  'accept.byKey': 'Ein API-Schlüssel kann keinem Text zustimmen. Melden Sie sich in einem Browser an.',
  'accept.decline': 'Ablehnen',
  'accept.otherSite':
    'Diese Anfrage kam von einer anderen Website. Nutzen Sie das Formular auf der Seite des Dokuments.',
  'accept.recorded':
    'Wenn Sie zustimmen, hält der Dienst Ihren Namen, die Zeit und den Text fest. Wenn Sie ablehnen, speichert er nichts.',
  'accept.recordedByCookie':
    'Wenn Sie zustimmen, hält der Dienst die Zeit und den Text fest. Sie sind nicht angemeldet, darum merkt er sich das mit einem Cookie. Ein Browser, der Cookies ablehnt, kann das Dokument nicht zeigen. Wenn Sie ablehnen, speichert der Dienst nichts.',
  'accept.text': 'Text {number}',
  'accepted.by': 'Zustimmung von {name} am {time}',
  'accepted.byVisitor': 'Zustimmung eines Besuchers ohne Anmeldung am {time}',
  'accepted.first': 'Erste Zustimmungen',
  'accepted.more': 'Weitere Zustimmungen',
  'accepted.noMore': 'Es gibt keine weiteren Zustimmungen.',
  'accepted.none': 'Niemand hat für dieses Dokument einem Text zugestimmt.',
  'accepted.noneOfYours':
    'Sie haben für dieses Dokument keinem Text zugestimmt. Wer nicht angemeldet war, findet eine Zustimmung nur in dem Browser, in dem sie gegeben wurde.',
  'accepted.readers': 'Zustimmungen der Leser',
  'accepted.you': 'Sie haben diesem Text am {time} zugestimmt',
  'accepted.yours': 'Ihre Zustimmungen',
  'active.files': 'angehängte Dateien',
  'active.import': 'importiert Daten',
  'active.launch': 'startet Programme oder öffnet Dateien',
  'active.media': 'Ton, Video oder 3D',
  'active.remote': 'öffnet andere PDF-Dateien',
  'active.script': 'Skripte',
  'active.submit': 'sendet Formulare',
  'active.xfa': 'ein dynamisches Formular (XFA)',
  'ask.byKey': 'Ein API-Schlüssel kann nicht um Zugang bitten. Öffnen Sie den Link in einem Browser.',
  'ask.done': 'Sie haben um Zugang gebeten',
  'ask.doneMore':
    'Sobald das Dokument mit Ihnen geteilt ist, öffnet sich dieser Link. Fragen Sie sonst die Person, von der Sie den Link haben.',
  'ask.doneText':
    'Führt dieser Link zu einem Dokument, erfährt die Person, die es verwaltet, dass {address} um Zugang bittet. Die Bitte endet nach {days} Tagen.',
  'copy.about': 'Dies ist Ihre eigene Kopie: Jede Seite nennt Sie, die Zeit und das Dokument.',
  'copy.attachments': {
    one: ' Das Original hat {count} angehängte Datei, die kein Wasserzeichen bekommen kann. In dieser Kopie fehlt sie.',
    other:
      ' Das Original hat {count} angehängte Dateien, die kein Wasserzeichen bekommen können. In dieser Kopie fehlen sie.',
  },
  'copy.form':
    ' Formularfelder sind so zu sehen, wie sie ausgefüllt sind, und lassen sich in dieser Kopie nicht ändern.',
  'copy.making':
    'Ihre Kopie dieser Datei entsteht gerade, mit einem Wasserzeichen, das Sie nennt. Diese Seite sieht von selbst wieder nach.',
  'copy.notes': ' Kommentare sind Teil der Seiten: Diese Kopie zeigt sie, öffnen kann man sie nicht.',
  'copy.preparing': 'Ihre Kopie wird vorbereitet',
  'copy.preparingText':
    'Der Dienst setzt auf jede Seite der Datei ein Wasserzeichen, das Sie nennt. Das dauert meist ein paar Sekunden. Diese Seite fragt von selbst wieder nach der Datei. Wenn Ihr Browser sie dann herunterlädt, bleibt diese Seite, wie sie ist.',
  'copy.signatures': {
    one: ' Das Original ist digital signiert ({count} Signatur). Ein Wasserzeichen ändert die Datei, darum zeigt diese Kopie Signaturen nur als Bild, und PDF-Programme können sie nicht prüfen. Die Person, die das Dokument geteilt hat, kann Ihnen das Original zeigen.',
    other:
      ' Das Original ist digital signiert ({count} Signaturen). Ein Wasserzeichen ändert die Datei, darum zeigt diese Kopie Signaturen nur als Bild, und PDF-Programme können sie nicht prüfen. Die Person, die das Dokument geteilt hat, kann Ihnen das Original zeigen.',
  },
  'copy.tooMany': 'Sie haben zu viele Kopien von Dateien angefordert. Bitte warten Sie einige Minuten.',
  'copy.without':
    ' Manche Inhalte des Originals können kein Wasserzeichen bekommen und fehlen in dieser Kopie: {what}.',
  'copy.without.actions': 'Skripte und andere Aktionen',
  'copy.without.media': 'Ton, Video oder 3D',
  'copy.without.privateData': 'Daten des Programms, das die Datei erstellt hat',
  'copy.without.thumbnails': 'kleine Vorschaubilder',
  'copy.without.xfa': 'ein dynamisches Formular (XFA)',
  'declined.again': 'Den Text noch einmal lesen',
  'declined.questions': 'Wenn Sie Fragen zum Text haben, fragen Sie die Person, von der Sie den Link haben.',
  'declined.text':
    'Sie haben dem Text nicht zugestimmt, darum wird das Dokument nicht gezeigt. Der Dienst hat nichts über Ihre Entscheidung gespeichert.',
  'declined.title': 'Sie haben nicht zugestimmt',
  'document.back': 'Zurück zum Dokument',
  'document.lettersMissing': {
    one: 'Leser sehen diese Version als Bilder. Auf {count} Seite fehlen Buchstaben ({pages}), weil die Datei eine Schrift nennt und nicht enthält. Laden Sie eine Version mit allen Schriften hoch.',
    other:
      'Leser sehen diese Version als Bilder. Auf {count} Seiten fehlen Buchstaben ({pages}), weil die Datei eine Schrift nennt und nicht enthält. Laden Sie eine Version mit allen Schriften hoch.',
  },
  'document.manage': 'Verwalten und teilen',
  'document.times':
    'Der Dienst zählt, wie lange jede Seite auf Ihrem Bildschirm ist. Wer das Dokument verwaltet, sieht diese Zeiten.',
  'facts.active': 'Aktive Inhalte',
  'facts.dateBy': '{date}, von {name}',
  'facts.none': 'Keine',
  'facts.policies': { one: 'Richtlinie', other: 'Richtlinien' },
  'facts.title': 'Über dieses Dokument',
  'file.download': 'PDF herunterladen',
  'file.named': ' (Version {number})',
  'file.open': 'PDF öffnen',
  'file.pages': { one: '{count} Seite', other: '{count} Seiten' },
  'file.skip': 'Hinter das PDF springen',
  'file.viewer': 'Ansicht',
  'notFound.ask': 'Um Zugang bitten',
  'notFound.text':
    'Dieser Link öffnet sich nicht. Vielleicht ging er an jemand anderen, oder es gibt das Dokument nicht mehr.',
  'notFound.textFor':
    'Dieser Link öffnet sich nicht für {address}. Vielleicht ging er an jemand anderen, oder es gibt das Dokument nicht mehr.',
  'notFound.title': 'Dieser Link öffnet sich nicht',
  'page.back': 'Zurück zu ihrem Bild',
  'page.nav': 'Andere Seiten',
  'page.noText': 'Die Datei hat für diese Seite keinen Text: Vielleicht ist sie ein Scan.',
  'page.number': 'Seite {number}',
  'page.onlyInDocument': 'Nur im Dokument zu sehen',
  'page.onlyInDocumentText':
    'Diese Seite ist ein Bild in ihrem Dokument und lässt sich nicht einzeln öffnen.',
  'page.open': 'Dokument öffnen',
  'page.text': 'Der Text der Seite, wie die Datei ihn hat.',
  'page.title': 'Seite {number} von {title}',
  'page.unprinted': 'Der Text wird am Bildschirm gezeigt. Er gehört nicht zu diesem Ausdruck.',
  'pictures.alt': 'Seite {number} von {of}, als Bild',
  'pictures.beingPrepared': 'Die Seiten {first} bis {last} werden vorbereitet: noch einmal nachsehen',
  'pictures.byAccess': 'Nach Ihrem Zugang',
  'pictures.byNamed': 'Nach der Richtlinie „{name}“',
  'pictures.byPolicy': 'Nach einer Richtlinie',
  'pictures.cannotBeShown': 'Dieses Dokument kann nicht gezeigt werden',
  'pictures.cannotBeShownText': '{by} erhalten Leser Bilder der Seiten und keine Datei. {reason}',
  'pictures.caption': 'Seite {number} von {of}',
  'pictures.damaged': 'Die Datei ist beschädigt, darum gibt es von ihren Seiten keine Bilder.',
  'pictures.earlier': 'Frühere Seiten',
  'pictures.from': 'Ab Seite {number}',
  'pictures.lettersMissing':
    'In diesem Bild fehlen Buchstaben, weil die Datei eine Schrift nennt und nicht enthält.',
  'pictures.making':
    'Dieses Dokument wird in Bildern seiner Seiten gezeigt, die gerade entstehen. Diese Seite sieht von selbst wieder nach.',
  'pictures.makingOf': {
    one: 'Dieses Dokument wird in Bildern seiner Seiten gezeigt, die gerade entstehen: {made} von {count} Seite. Diese Seite sieht von selbst wieder nach.',
    other:
      'Dieses Dokument wird in Bildern seiner Seiten gezeigt, die gerade entstehen: {made} von {count} Seiten. Diese Seite sieht von selbst wieder nach.',
  },
  'pictures.missing': 'Seite {number} von {of} kann nicht gezeigt werden.',
  'pictures.more': 'Weitere Seiten',
  'pictures.nav': 'Seiten',
  'pictures.notShown': 'Die Seiten {first} bis {last} werden nicht gezeigt. {reason}',
  'pictures.password': 'Die Datei verlangt ein Passwort, darum gibt es von ihr keine Bilder.',
  'pictures.printed': ' In einem Ausdruck dieser Seite fehlen sie.',
  'pictures.remedy':
    'Bitten Sie die Person, die es geteilt hat, eine andere Datei als neue Version hochzuladen.',
  'pictures.shown': 'Dieses Dokument wird in Bildern gezeigt.',
  'pictures.shownBy': '{by} wird dieses Dokument in Bildern gezeigt und kann nicht heruntergeladen werden.',
  'pictures.shownMarked':
    '{by} wird dieses Dokument in Bildern gezeigt, jedes mit einem Wasserzeichen, das den Leser nennt, und kann nicht heruntergeladen werden.',
  'pictures.skip': 'Hinter die Seiten springen',
  'pictures.textOf': 'Text der Seite {number}',
  'pictures.tooCostly': 'Bilder davon zu machen, dauert zu lange.',
  'pictures.tooManyPages': 'Die Datei hat mehr Seiten, als in Bildern gezeigt werden können.',
  'pictures.unprinted':
    '{by} wird dieses Dokument am Bildschirm in Bildern gezeigt. Sie gehören nicht zu diesem Ausdruck.',
  'pictures.watermarkBy': ' {by} haben die Bilder ein Wasserzeichen, das den Leser nennt.',
  'preview.back': 'Zurück zu Ihrer eigenen Ansicht',
  'preview.text':
    'Das sieht ein Leser. Ihre Vorschau speichert keine Zustimmung und zählt nicht als Leser. Sie wird als Vorschau aufgezeichnet.',
  'shared.end': 'Meinen Zugriff beenden',
  'shared.endAt': '{day}, {time} (Zeit in {zone})',
  'shared.ended': 'Ihr Zugriff ist beendet',
  'shared.endedBy': '{name} hatte dieses Dokument mit Ihnen geteilt. Die Freigabe endete am {time}.',
  'shared.endedText': 'Sie können das Dokument mit dieser Freigabe nicht mehr öffnen.',
  'shared.endOfDay': 'Ende des {day} (Zeit in {zone})',
  'shared.endText':
    'Sie können diese Freigabe beenden. Dann können Sie das Dokument nicht mehr öffnen, außer jemand gibt es Ihnen wieder frei.',
  'shared.withYou': '{name} hat dieses Dokument mit Ihnen geteilt.',
  'shared.withYouUntil': '{name} hat dieses Dokument bis zum {time} mit Ihnen geteilt.',
  'sharing.moved': 'Geteilt wird jetzt in der Konsole',
  'sharing.movedText':
    'Diese Seite ist von vor einer Aktualisierung. Es wurde nichts geändert. Teilen Sie das Dokument in der Konsole. Dort sind auch seine Leser, Richtlinien und Versionen.',
  'status.failed': 'Nicht lesbar',
  'status.processing': 'Wird verarbeitet',
  'status.ready': 'Bereit',
  'unfinished.again': 'Jetzt nachsehen',
  'unfinished.ask': 'Bitten Sie {name}, die Datei noch einmal als neue Version hochzuladen.',
  'unfinished.askSender':
    'Bitten Sie die Person, von der Sie den Link haben, die Datei noch einmal als neue Version hochzuladen.',
  'unfinished.broken': 'Diese Datei ist nicht lesbar',
  'unfinished.brokenText':
    'Die hochgeladene Datei ist beschädigt oder unvollständig. Kein PDF-Programm kann sie öffnen.',
  'unfinished.checking':
    'Das PDF wird geprüft. Das dauert meist ein paar Sekunden. Diese Seite sieht von selbst wieder nach.',
  'unfinished.checkingLong':
    'Das PDF wird geprüft. Das dauert länger als sonst. Diese Seite sieht von selbst wieder nach.',
  'unfinished.preparing': 'Wird vorbereitet',
  'unfinished.sameAddress': 'Die Adresse des Dokuments bleibt dieselbe.',
  'unfinished.uploadAgain':
    'Prüfen Sie, ob sich die Datei auf Ihrem Computer öffnet, und laden Sie sie als neue Version hoch.',
  'unfinished.whatToDo': 'Was zu tun ist:',
  'version.failed': '{version} ist neuer, aber nicht lesbar.',
  'version.isCurrent': 'Dies ist die aktuelle Version.',
  'version.label': 'Version {number}',
  'version.lower': 'Version {number}',
  'version.old': 'Aktuell ist {version}.',
  'version.processing': '{version} wird verarbeitet.',
  'version.replaced': 'Eine neuere Version hat diese ersetzt. Sie wird jetzt geladen.',
  'version.title': 'Version {number}: {title}',
  'version.viewerTitle': 'Version {number} von {title}',
  'versions.all': { one: 'Alle Versionen ({count})', other: 'Alle {count} Versionen' },
  'versions.current': 'Aktuell',
  'versions.more': 'Weitere Versionen',
  'versions.newest': 'Neueste Versionen',
  'versions.older': 'Ältere Versionen',
  'versions.title': { one: '{count} Version', other: '{count} Versionen' },
};
