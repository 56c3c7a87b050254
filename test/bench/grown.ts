/** What the growth section grows: each kind by several sizes, in organizations of their own in one table. */
export const kinds = ['documents', 'versions', 'members', 'deliveries'] as const;
export type Kind = (typeof kinds)[number];

export type Sizes = Readonly<Record<Kind, readonly number[]>>;

/** One of a kind, as it was seeded. */
export interface Grown {
  readonly size: number;
  /** Of the organization's owner. */
  readonly api_key: string;
  readonly document_id: string;
  readonly version_id: string;
  readonly member_id: string;
  readonly webhook_id: string;
}

/** What the process that seeds prints. */
export interface Seeded {
  readonly items: number;
  readonly grown: Readonly<Record<Kind, readonly Grown[]>>;
}
