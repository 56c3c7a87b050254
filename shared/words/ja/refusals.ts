export const refusals = {
  'proof.again': 'もう一度サインイン',
  'proof.text':
    'メールアドレスの確認から{days}日が過ぎました。共有された文書を読むには、確認が必要です。ブラウザーでサインインして確認してください。',
  'refusal.acknowledge': 'この文書を読む前に',
  'refusal.aPolicy': 'ポリシー',
  'refusal.askSender': 'この文書がまだ必要な場合は、リンクを知らせた人にお問い合わせください。',
  'refusal.ended': '{time}に閲覧期間が終了しました。',
  'refusal.endedBy': 'ポリシー{name}により、{time}に閲覧期間が終了しました。',
  'refusal.expired': 'この文書はもう読めません',
  'refusal.noDownload': 'このファイルはダウンロードできません',
  'refusal.notAllowed': 'この文書は他の読者向けです',
  'refusal.notAllowedMore':
    '別のアドレスをお持ちの場合は、そのアドレスでサインインするか、リンクを知らせた人にお問い合わせください。',
  'refusal.notAllowedText':
    '{policy}により、特定のメールアドレスの読者だけが読めます。お使いのアドレスは含まれていません。',
  'refusal.notProven': 'この文書を読むには、もう一度サインインしてください',
  'refusal.notProvenMore':
    'もう一度サインインしてこのアドレスを確認するか、別のアドレスでサインインしてください。',
  'refusal.notProvenText':
    '{policy}により、読者はメールアドレスで判定されますが、お使いのアドレスは{days}日間確認されていません。',
  'refusal.thePolicy': 'ポリシー{name}',
  'refusal.tooMany': 'この文書は現在読めません',
  'refusal.tooManyMore':
    'リンクを知らせた人にお問い合わせください。文書の作成者、またはオーナーか管理者が、ポリシーを外せます。',
  'refusal.tooManyText':
    'この文書には、ルールのあるポリシーが{max}件を超えて適用されています。サービスはこれほど多くのポリシーを処理できません。',
  'refusal.tooManyTextNamed':
    'この文書には、{name}を含め、ルールのあるポリシーが{max}件を超えて適用されています。サービスはこれほど多くのポリシーを処理できません。',
  'refusal.unknownRuleMore': 'サービスの運営者に更新を依頼してください。',
  'refusal.unknownRuleText':
    '{policy}には、このバージョンのサービスが対応していないルールがあります。この文書を読むには、サービスの更新が必要です。',
  'refusal.viewOnlyText': '{policy}により、この文書はページごとに表示され、ダウンロードできません。',
  'refusal.watermarkText': '{policy}により、透かしなしではダウンロードできません。',
  'refusal.yourAccess': 'あなたのアクセス権',
};
