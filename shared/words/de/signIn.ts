export const signIn = {
  'invitation.admin': 'Admin',
  'invitation.adminRights':
    'Admins verwalten Mitglieder, Richtlinien und Webhooks und ändern alle Dokumente, die sie lesen können.',
  'invitation.invalid': 'Diese Einladung ist nicht gültig',
  'invitation.invalidText':
    'Die Einladung ist abgelaufen, oder sie wurde zurückgezogen, ersetzt oder benutzt. Vielleicht darf der Absender niemanden mehr einladen, oder die Adresse ist unvollständig. Bitten Sie um eine neue Einladung.',
  'invitation.join': 'Beitreten',
  'invitation.joined': 'Sie gehören zu {organization}',
  'invitation.joinedText': 'Ihre Rolle in dieser Organisation: {role}.',
  'invitation.member': 'Mitglied',
  'invitation.memberRights': 'Mitglieder lesen, was die Organisation teilt, und laden eigene Dokumente hoch.',
  'invitation.otherAddress': 'Diese Einladung gilt einer anderen Adresse',
  'invitation.otherAddressText':
    'Die Einladung gilt einer anderen E-Mail-Adresse als Ihrer. Wenn Sie noch eine andere haben, melden Sie sich mit dieser an.',
  'invitation.owner': 'Eigentümer',
  'invitation.ownerRights':
    'Eigentümer verwalten Mitglieder, Richtlinien und Webhooks und ändern alle Dokumente, die sie lesen können.',
  'invitation.text': '{name} lädt Sie ein, {organization} beizutreten. Ihre Rolle: {role}. {rights}',
  'invitation.title': '{organization} beitreten',
  'mailChoice.allow': 'Mails wieder erlauben',
  'mailChoice.ask': 'Mails stoppen?',
  'mailChoice.askText':
    'Ihre Adresse kann über diesen Dienst Mails von {name} erhalten, zum Beispiel Einladungen und geteilte Dokumente.',
  'mailChoice.invalid': 'Dieser Link ist nicht gültig',
  'mailChoice.invalidText':
    'Ein Link, der Mails stoppt, gilt 60 Tage. Nutzen Sie den Link in einer neueren Mail, oder fragen Sie den Absender.',
  'mailChoice.sender': 'diesem Absender',
  'mailChoice.stop': 'Mails von {name} stoppen',
  'mailChoice.stopped': 'Mails sind gestoppt',
  'mailChoice.stoppedText':
    'Ihre Adresse erhält über diesen Dienst keine Mails mehr von {name}. Codes zum Anmelden kommen weiterhin an.',
  'signIn.again': 'Erneut anmelden',
  'signIn.ask': 'Melden Sie sich an',
  'signIn.askRoom':
    'Jemand hat Sie in einen Datenraum eingeladen. Melden Sie sich mit der Adresse an, an die die Nachricht ging.',
  'signIn.askText':
    'Jemand hat ein Dokument mit Ihnen geteilt oder Sie eingeladen. Melden Sie sich mit der Adresse an, an die die Nachricht ging.',
  'signIn.declined': 'Sie haben sich nicht angemeldet',
  'signIn.declinedText':
    'Die Anmeldung wurde abgebrochen, oder Ihr Identitätsanbieter lässt Sie hier nicht zu.',
  'signIn.disabled': 'Ihr Konto ist deaktiviert',
  'signIn.disabledText':
    'Sie haben sich bei Ihrem Identitätsanbieter angemeldet, aber Ihr Konto hier ist deaktiviert. Nichts von Ihnen ist verloren. Bitten Sie einen Eigentümer oder Admin Ihrer Organisation, es aktivieren zu lassen.',
  'signIn.documents': 'Zu den Dokumenten',
  'signIn.done': 'Sie sind angemeldet',
  'signIn.doneText':
    'Öffnen Sie die Adresse eines Dokuments, um es zu lesen, oder sehen Sie die Dokumente, die Sie lesen dürfen.',
  'signIn.ended': 'Sie sind nicht mehr angemeldet',
  'signIn.errorStays':
    'Wenn der Fehler bleibt, wenden Sie sich an die Betreiber und nennen Sie die Anfrage {id}.',
  'signIn.expired': 'Diese Anmeldung gilt nicht mehr',
  'signIn.expiredText':
    'Die Anmeldung dauerte länger als zehn Minuten, wurde schon benutzt oder begann in einem anderen Browser. Nichts ist verloren. Melden Sie sich noch einmal an.',
  'signIn.failed': 'Die Anmeldung hat nicht geklappt',
  'signIn.failedText':
    'Der Dienst kann die Antwort des Identitätsanbieters nicht verwenden. Bitte versuchen Sie es noch einmal.',
  'signIn.taken': 'Dies ist ein anderes Konto',
  'signIn.takenText':
    'Das Konto mit Ihrer E-Mail-Adresse gehört hier zu einem anderen Konto bei Ihrem Identitätsanbieter. Wenn beide Konten Ihre sind, bitten Sie einen Eigentümer oder Admin Ihrer Organisation, sie verbinden zu lassen.',
  'signIn.unknown': 'Sie haben hier kein Konto',
  'signIn.unknownMore':
    'Wenn das nicht hilft, bitten Sie den Absender, mit der Adresse zu teilen, mit der Sie sich anmelden. Wenn Sie Mitglied werden sollen, bitten Sie einen Eigentümer oder Admin Ihrer Organisation um eine Einladung.',
  'signIn.unknownText':
    'Sie haben sich bei Ihrem Identitätsanbieter angemeldet, aber kein Konto hier hat Ihre E-Mail-Adresse. Wenn Ihnen jemand einen Link geschickt hat, öffnen Sie diesen Link und melden Sie sich mit der Adresse an, an die er ging.',
  'signIn.unreachable': 'Die Anmeldung ist gerade nicht möglich',
  'signIn.unreachableText':
    'Der Identitätsanbieter antwortet nicht. Bitte versuchen Sie es in einer Minute noch einmal.',
  'signIn.unusableText':
    'Der Dienst kann die Antwort Ihres Identitätsanbieters nicht verwenden. Nichts ist verloren. Melden Sie sich noch einmal an.',
  'signIn.unverified': 'Ihre E-Mail-Adresse ist nicht bestätigt',
  'signIn.unverifiedText':
    'Der Dienst erkennt Menschen an ihrer E-Mail-Adresse, und Ihr Identitätsanbieter hat Ihre nicht bestätigt. Bestätigen Sie sie dort, oder fragen Sie den Administrator Ihres Kontos, und melden Sie sich dann noch einmal an.',
  'signIn.used': 'Sie haben sich als {address} angemeldet.',
  'signOut.done': 'Sie sind abgemeldet',
  'signOut.here': 'Sie sind hier abgemeldet',
  'signOut.otherSite':
    'Diese Anfrage kam von einer anderen Website. Melden Sie sich auf einer Seite dieses Dienstes ab.',
  'signOut.provider': 'Auch beim Identitätsanbieter abmelden',
};
