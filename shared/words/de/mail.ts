export const mail = {
  'mail.access': '{email} bittet um Zugang zu „{title}“',
  'mail.accessAction': 'Teilen oder ablehnen',
  'mail.accessIgnore':
    'Kennen Sie diese Person nicht, tun Sie nichts. Sie kann das Dokument nicht öffnen und erfährt seinen Titel nicht. Die Anfrage endet am {time} UTC.',
  'mail.accessText':
    '{through} sendet Ihnen diese Mail, weil jemand um Zugang zu einem Dokument bittet, das Sie verwalten:',
  'mail.accessWho': 'Die Person hat nachgewiesen, dass ihr die Adresse {email} gehört.',
  'mail.demotedOwner': '{by} hat Ihnen die Rolle als Eigentümer von {organization} genommen',
  'mail.demotedOwnerOn':
    '{by} hat Ihnen am {time} UTC die Rolle als Eigentümer genommen. Sie sind jetzt {role}.',
  'mail.disabled': 'Ein Webhook-Endpunkt von {organization} ist deaktiviert',
  'mail.disabledHow': 'So aktivieren Sie ihn wieder',
  'mail.disabledKept':
    'Ereignisse werden 30 Tage aufbewahrt. Ist der Endpunkt wieder aktiviert, lässt sich erneut senden, was er verpasst hat.',
  'mail.disabledSince': 'Der Endpunkt {id} bei {host} erhält seit {time} UTC keine Ereignisse. {reason}',
  'mail.disabledText':
    'Der Dokumentendienst von {organization} sendet Ihnen diese Mail, weil Sie Eigentümer sind und ein Webhook-Endpunkt deaktiviert wurde.',
  'mail.disabledWhy.failing': 'Fünf Tage lang gelang keine Zustellung.',
  'mail.disabledWhy.gone': 'Der Endpunkt antwortete mit 410 (Gone).',
  'mail.disabledWhy.operator': 'Ein Betreiber des Dienstes hat ihn deaktiviert.',
  'mail.disabledWhy.registrar':
    'Die Person, die ihn registriert hat, darf die Organisation nicht mehr verwalten.',
  'mail.disabledWhy.request': 'Jemand, der die Organisation verwaltet, hat ihn deaktiviert.',
  'mail.invitation': 'Einladung zu {organization}',
  'mail.invitationAction': 'Einladung öffnen',
  'mail.invitationLink':
    'Der Link gilt einmal, bis {time} UTC, für eine Person, die sich als {email} anmeldet.',
  'mail.invitationText':
    '{name} lädt Sie in die Organisation {organization} ein und sendet Ihnen diese Mail über deren Dokumentendienst. Ihre Rolle: {role}.',
  'mail.keyEnd': 'Ihr API-Schlüssel „{name}“ endet bald',
  'mail.keyEndAction': 'So legen Sie einen neuen Schlüssel an',
  'mail.keyEndMore':
    'Programme, die ihn nutzen, werden von da an abgewiesen. Legen Sie vorher einen neuen Schlüssel an und geben Sie ihn den Programmen.',
  'mail.keyEndNoMore': 'Zu diesem Schlüssel kommt keine weitere Mail.',
  'mail.keyEndText':
    '{through} sendet Ihnen diese Mail, weil Ihr API-Schlüssel „{name}“ ({id}) am {time} UTC endet.',
  'mail.lostOwnershipAction': 'Konsole öffnen',
  'mail.lostOwnershipFinal':
    'Das hat jemand mit den Befugnissen eines Eigentümers entschieden, oder Sie hatten diese Befugnisse noch nicht. Deshalb können Sie die Rolle nicht selbst zurücknehmen: Wenden Sie sich an die Eigentümer.',
  'mail.lostOwnershipReclaim': 'Bis {time} UTC können Sie die Rolle zurücknehmen, in Ihrem Konto.',
  'mail.lostOwnershipText':
    'Der Dokumentendienst von {organization} sendet Ihnen diese Mail, weil Sie Eigentümer waren.',
  'mail.newOwner': '{name} hat sich selbst zum Eigentümer von {organization} gemacht',
  'mail.newOwnerAction': 'Nicht richtig? Nehmen Sie es zurück',
  'mail.newOwnerAlways': 'Sie erhalten solche Mails, auch wenn Sie Mails von {organization} gestoppt haben.',
  'mail.newOwnerBy': '{by} hat {name} zum Eigentümer von {organization} gemacht',
  'mail.newOwnerByOn':
    '{by} hat {name} am {time} UTC zum Eigentümer gemacht. Kein Eigentümer mit Befugnissen war daran beteiligt.',
  'mail.newOwnerLost':
    'Haben Sie Ihre eigene Rolle als Eigentümer verloren, können Sie sie 24 Stunden lang zurücknehmen, in Ihrem Konto.',
  'mail.newOwnerOn':
    '{name} hat sich am {time} UTC selbst zum Eigentümer gemacht. Kein Eigentümer mit Befugnissen war daran beteiligt.',
  'mail.newOwnerPowers':
    'Bis {time} UTC können Sie die Rolle zurücknehmen. Danach kann der neue Eigentümer die Aufbewahrung verkürzen, Dokumente anderer übernehmen und die Organisation löschen.',
  'mail.newOwnerText':
    'Der Dokumentendienst von {organization} sendet Ihnen diese Mail, weil Sie Eigentümer sind und ein weiterer hinzugekommen ist.',
  'mail.newVersion': 'Neue Version von „{title}“',
  'mail.newVersionReady': 'Version {number} steht zum Lesen bereit.',
  'mail.newVersionText':
    '{through} sendet Ihnen diese Mail, weil Sie ein Dokument gelesen haben, das {name} mit Ihnen teilt, und weil es eine neue Version hat:',
  'mail.openDocument': 'Dokument öffnen',
  'mail.openRoom': 'Raum öffnen',
  'mail.read': '{reader} hat „{title}“ gelesen',
  'mail.readNoMore':
    'Zu dieser Freigabe kommt keine weitere Mail. Die Seite des Dokuments zeigt seine Leser.',
  'mail.readOn': '{reader} hat es am {time} UTC zum ersten Mal gelesen.',
  'mail.readOnce': '{reader} hat es zum ersten Mal gelesen.',
  'mail.readText':
    '{through} sendet Ihnen diese Mail, weil Sie darum gebeten haben, als Sie dieses Dokument geteilt haben:',
  'mail.removedOwner': '{by} hat Sie aus {organization} entfernt',
  'mail.removedOwnerOn': '{by} hat Sie am {time} UTC entfernt. Sie sind kein Mitglied mehr.',
  'mail.room': '{name} öffnet den Raum „{title}“ für Sie',
  'mail.roomOpens': 'Der Raum öffnet am {time} UTC.',
  'mail.roomSignIn': 'Melden Sie sich als {email} an, um den Raum zu betreten.',
  'mail.roomSignInUntil':
    'Melden Sie sich als {email} an, um den Raum zu betreten. Sie können ihn bis {time} UTC betreten.',
  'mail.roomText':
    '{name} öffnet einen Raum mit Dokumenten für Sie und sendet Ihnen diese Mail über den Dokumentendienst von {organization}:',
  'mail.service': 'Der Dokumentendienst',
  'mail.serviceOf': 'Der Dokumentendienst von {organization}',
  'mail.share': '{name} teilt „{title}“ mit Ihnen',
  'mail.shareSignIn': 'Melden Sie sich als {email} an, um das Dokument zu lesen.',
  'mail.shareSignInUntil':
    'Melden Sie sich als {email} an, um das Dokument zu lesen. Sie können es bis {time} UTC lesen.',
  'mail.shareSignInUntilDay':
    'Melden Sie sich als {email} an, um das Dokument zu lesen. Sie können es bis zum Ende des {day} lesen (Zeit in {zone}).',
  'mail.shareSignInUntilTime':
    'Melden Sie sich als {email} an, um das Dokument zu lesen. Sie können es bis {time} am {day} lesen (Zeit in {zone}).',
  'mail.shareText':
    '{name} teilt ein Dokument mit Ihnen und sendet Ihnen diese Mail über einen Dokumentendienst:',
  'mail.shareTextOf':
    '{name} teilt ein Dokument mit Ihnen und sendet Ihnen diese Mail über den Dokumentendienst von {organization}:',
  'mail.stop': 'Mails von {name} stoppen',
  'mail.unknownSender':
    'Wenn Sie den Absender nicht kennen, ignorieren Sie diese Mail. Ohne Sie geschieht nichts.',
};
