export const signIn = {
  'invitation.admin': '管理者',
  'invitation.adminRights': '管理者は、メンバー、ポリシー、Webhookを管理し、読める文書をすべて変更できます。',
  'invitation.invalid': 'この招待は無効です',
  'invitation.invalidText':
    '招待の期限が切れたか、取り消されたか、新しい招待に替わったか、すでに使われています。送信者に招待の権限がなくなったか、アドレスの一部が欠けている可能性もあります。新しい招待を依頼してください。',
  'invitation.join': '参加する',
  'invitation.joined': '{organization}のメンバーです',
  'invitation.joinedText': 'この組織での役割：{role}。',
  'invitation.member': 'メンバー',
  'invitation.memberRights': 'メンバーは、組織が共有する文書を読み、自分の文書をアップロードできます。',
  'invitation.otherAddress': 'この招待は別のアドレス宛てです',
  'invitation.otherAddressText':
    'この招待は、お使いのアドレスとは別のメールアドレス宛てです。別のアドレスをお持ちの場合は、そのアドレスでサインインしてください。',
  'invitation.owner': 'オーナー',
  'invitation.ownerRights':
    'オーナーは、メンバー、ポリシー、Webhookを管理し、読める文書をすべて変更できます。',
  'invitation.text': '{name}さんから{organization}への招待です。役割：{role}。{rights}',
  'invitation.title': '{organization}に参加',
  'mailChoice.allow': 'メールの受信を再開',
  'mailChoice.ask': 'メールを停止しますか？',
  'mailChoice.askText': 'このサービスから、招待や文書の共有など、{name}からのメールが届くことがあります。',
  'mailChoice.invalid': 'このリンクは無効です',
  'mailChoice.invalidText':
    'メールを停止するリンクの有効期間は60日です。新しいメールのリンクを使うか、送信者にお問い合わせください。',
  'mailChoice.sender': 'この送信者',
  'mailChoice.stop': '{name}からのメールを停止',
  'mailChoice.stopped': 'メールを停止しました',
  'mailChoice.stoppedText':
    'このサービスから、{name}からのメールは届かなくなりました。サインイン用のコードは引き続き届きます。',
  'signIn.again': 'もう一度サインイン',
  'signIn.ask': 'サインインしてください',
  'signIn.askRoom': 'データルームへの招待が届いています。連絡を受け取ったアドレスでサインインしてください。',
  'signIn.askText':
    '文書が共有されたか、招待が届いています。連絡を受け取ったアドレスでサインインしてください。',
  'signIn.declined': 'サインインしませんでした',
  'signIn.declinedText': 'サインインが取り消されたか、IDプロバイダーがここへのアクセスを許可していません。',
  'signIn.disabled': 'アカウントが無効になっています',
  'signIn.disabledText':
    'IDプロバイダーへのサインインは成功しましたが、ここのアカウントは無効になっています。作成したものは失われていません。有効にするよう、組織のオーナーか管理者に依頼してください。',
  'signIn.documents': '文書一覧へ',
  'signIn.done': 'サインインしています',
  'signIn.doneText': '文書のアドレスを開いて読むか、読める文書の一覧をご覧ください。',
  'signIn.ended': 'サインインの有効期間が終わりました',
  'signIn.errorStays': 'エラーが続く場合は、運営者にリクエスト番号{id}をお知らせください。',
  'signIn.expired': 'このサインインは無効になりました',
  'signIn.expiredText':
    'サインインに10分以上かかったか、すでに使われたか、別のブラウザーで始められました。失われたものはありません。もう一度サインインしてください。',
  'signIn.failed': 'サインインできませんでした',
  'signIn.failedText': 'IDプロバイダーからの応答を処理できませんでした。もう一度お試しください。',
  'signIn.taken': '別のアカウントです',
  'signIn.takenText':
    'このメールアドレスのアカウントは、IDプロバイダーの別のアカウントに結び付けられています。どちらもご自身のものであれば、2つのアカウントを結び付けるよう、組織のオーナーか管理者に依頼してください。',
  'signIn.unknown': 'ここにはアカウントがありません',
  'signIn.unknownMore':
    'それでも解決しない場合は、サインインに使うアドレスと共有するよう、送信者に依頼してください。メンバーになる場合は、組織のオーナーか管理者に招待を依頼してください。',
  'signIn.unknownText':
    'IDプロバイダーへのサインインは成功しましたが、このメールアドレスのアカウントはここにありません。リンクを受け取った場合は、そのリンクを開き、リンクが届いたアドレスでサインインしてください。',
  'signIn.unreachable': '現在サインインできません',
  'signIn.unreachableText': 'IDプロバイダーから応答がありません。1分ほど待って、もう一度お試しください。',
  'signIn.unusableText':
    'IDプロバイダーからの応答を処理できませんでした。失われたものはありません。もう一度サインインしてください。',
  'signIn.unverified': 'メールアドレスが確認されていません',
  'signIn.unverifiedText':
    'このサービスはメールアドレスで本人を確認しますが、IDプロバイダーがこのアドレスを確認していません。IDプロバイダーでアドレスを確認するか、アカウントの管理者に問い合わせてから、もう一度サインインしてください。',
  'signIn.used': '{address}でサインインしました。',
  'signOut.done': 'サインアウトしました',
  'signOut.here': 'ここからサインアウトしました',
  'signOut.otherSite':
    'このリクエストは別のサイトから送られました。このサービスのページでサインアウトしてください。',
  'signOut.provider': 'IDプロバイダーからもサインアウト',
};
