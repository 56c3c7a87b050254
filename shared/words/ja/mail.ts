export const mail = {
  'mail.access': '{email}さんが「{title}」へのアクセスを求めています',
  'mail.accessAction': '共有する、または拒否する',
  'mail.accessIgnore':
    '心当たりがない場合は、何もする必要はありません。この人は文書を開けず、タイトルも知りません。リクエストは{time} UTCに終了します。',
  'mail.accessText': '{through}からのお知らせです。あなたが管理する次の文書へのアクセスが求められています。',
  'mail.accessWho': 'この人は、アドレス{email}が自分のものであることを証明しました。',
  'mail.demotedOwner': '{by}さんが{organization}でのオーナーの役割を解除しました',
  'mail.demotedOwnerOn': '{by}さんが{time} UTCにあなたのオーナーの役割を解除しました。新しい役割：{role}。',
  'mail.disabled': '{organization}のWebhookエンドポイントが無効になりました',
  'mail.disabledHow': '再び有効にする方法',
  'mail.disabledKept':
    'イベントは30日間保存されます。エンドポイントを再び有効にすると、届かなかったイベントを再送信できます。',
  'mail.disabledSince':
    'エンドポイント{id}（{host}）は、{time} UTC以降、イベントを受信していません。{reason}',
  'mail.disabledText':
    '{organization}の文書サービスからのお知らせです。Webhookエンドポイントが無効になったため、オーナーにお送りしています。',
  'mail.disabledWhy.failing': '5日間、配信が一度も成功しませんでした。',
  'mail.disabledWhy.gone': 'エンドポイントが410（Gone）を返しました。',
  'mail.disabledWhy.operator': 'サービスの運営者が無効にしました。',
  'mail.disabledWhy.registrar': '登録した人が、組織を管理する権限を失いました。',
  'mail.disabledWhy.request': '組織を管理する人が無効にしました。',
  'mail.invitation': '{organization}への招待',
  'mail.invitationAction': '招待を開く',
  'mail.invitationLink': 'リンクは{time} UTCまで、{email}でサインインする人が一度だけ使えます。',
  'mail.invitationText':
    '{name}さんから、組織{organization}への招待です（役割：{role}）。このメールは、{organization}の文書サービスを通じて送信されました。',
  'mail.keyEnd': 'APIキー「{name}」の期限が近づいています',
  'mail.keyEndAction': '新しいキーの作成方法',
  'mail.keyEndMore':
    '期限を過ぎると、このキーを使うプログラムは拒否されます。それまでに新しいキーを作成し、プログラムに設定してください。',
  'mail.keyEndNoMore': 'このキーについてのメールは、これが最後です。',
  'mail.keyEndText': '{through}からのお知らせです。APIキー「{name}」（{id}）の期限は{time} UTCです。',
  'mail.lostOwnershipAction': 'コンソールを開く',
  'mail.lostOwnershipFinal':
    '権限を持つオーナーの操作によるものか、あなたの権限がまだ有効になっていなかったため、ご自身で役割を取り戻すことはできません。オーナーにご相談ください。',
  'mail.lostOwnershipReclaim': '{time} UTCまでは、アカウントの画面で役割を取り戻せます。',
  'mail.lostOwnershipText':
    '{organization}の文書サービスからのお知らせです。オーナーだった方にお送りしています。',
  'mail.newOwner': '{name}さんが自分を{organization}のオーナーにしました',
  'mail.newOwnerAction': '心当たりがない場合は取り消してください',
  'mail.newOwnerAlways': 'このお知らせは、{organization}からのメールを停止していても届きます。',
  'mail.newOwnerBy': '{by}さんが{name}さんを{organization}のオーナーにしました',
  'mail.newOwnerByOn':
    '{by}さんが{time} UTCに{name}さんをオーナーにしました。権限を持つオーナーによる任命ではありません。',
  'mail.newOwnerLost':
    'ご自身がオーナーでなくなった場合は、24時間以内であれば、アカウントの画面で取り戻せます。',
  'mail.newOwnerOn':
    '{name}さんが{time} UTCに自分をオーナーにしました。権限を持つオーナーによる任命ではありません。',
  'mail.newOwnerPowers':
    '{time} UTCまでは、この役割を取り消せます。それ以降、新しいオーナーは、保持期間の短縮、他の人の文書の引き継ぎ、組織の削除ができます。',
  'mail.newOwnerText':
    '{organization}の文書サービスからのお知らせです。新しいオーナーが加わったため、オーナーにお送りしています。',
  'mail.newVersion': '「{title}」の新しいバージョン',
  'mail.newVersionReady': 'バージョン{number}を読めるようになりました。',
  'mail.newVersionText':
    '{through}からのお知らせです。{name}さんが共有し、あなたがお読みになった次の文書に、新しいバージョンがあります。',
  'mail.openDocument': '文書を開く',
  'mail.openRoom': 'ルームを開く',
  'mail.read': '{reader}が「{title}」を読みました',
  'mail.readNoMore': 'この共有についてのメールは、これが最後です。文書のページで読者を確認できます。',
  'mail.readOn': '{reader}が{time} UTCに初めて読みました。',
  'mail.readOnce': '{reader}が初めて読みました。',
  'mail.readText': '{through}からのお知らせです。次の文書を共有したときに、通知を希望されました。',
  'mail.removedOwner': '{by}さんがあなたを{organization}から外しました',
  'mail.removedOwnerOn': '{by}さんが{time} UTCにあなたを外しました。現在はメンバーではありません。',
  'mail.room': '{name}さんが「{title}」のルームを共有しました',
  'mail.roomOpens': 'ルームは{time} UTCに開きます。',
  'mail.roomSignIn': 'ルームに入るには、{email}でサインインしてください。',
  'mail.roomSignInUntil': 'ルームに入るには、{email}でサインインしてください。{time} UTCまで入れます。',
  'mail.roomText':
    '{name}さんが、文書を集めた次のルームを共有しました。このメールは、{organization}の文書サービスを通じて送信されました。',
  'mail.service': '文書サービス',
  'mail.serviceOf': '{organization}の文書サービス',
  'mail.share': '{name}さんが「{title}」を共有しました',
  'mail.shareSignIn': '文書を読むには、{email}でサインインしてください。',
  'mail.shareSignInUntil': '文書を読むには、{email}でサインインしてください。{time} UTCまで読めます。',
  'mail.shareSignInUntilDay':
    '文書を読むには、{email}でサインインしてください。{day}の終わりまで読めます（{zone}の時刻）。',
  'mail.shareSignInUntilTime':
    '文書を読むには、{email}でサインインしてください。{day} {time}まで読めます（{zone}の時刻）。',
  'mail.shareText': '{name}さんが次の文書を共有しました。このメールは、文書サービスを通じて送信されました。',
  'mail.shareTextOf':
    '{name}さんが次の文書を共有しました。このメールは、{organization}の文書サービスを通じて送信されました。',
  'mail.stop': '{name}からのメールを停止',
  'mail.unknownSender': '送信者に心当たりがない場合は、このメールを無視してください。何も起こりません。',
};
