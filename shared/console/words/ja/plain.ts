export const plain = {
  'plain.back': '戻る',
  'plain.deleteMeaning': '文書がすぐに全員から見えなくなり、30日以内なら復元できることを理解しています。',
  'plain.refused': '実行されませんでした',
  'plain.shareEmail': '読者のメールアドレス',
  'plain.without': 'スクリプトなしで続ける',
} as const;
