/**
 * The kinds of items that the growth section measures, each in several sizes. Each size has an organization of its own. All these
 * organizations are in one table.
 */
export const kinds = ['documents', 'versions', 'members', 'deliveries'] as const;
export type Kind = (typeof kinds)[number];

export type Sizes = Readonly<Record<Kind, readonly number[]>>;

/** A seeded organization with `size` items of a kind. */
export interface Grown {
  readonly size: number;
  /** The API key of the organization's owner. */
  readonly api_key: string;
  readonly document_id: string;
  readonly version_id: string;
  readonly member_id: string;
  readonly webhook_id: string;
}

/** The output of the process that seeds. */
export interface Seeded {
  readonly items: number;
  readonly grown: Readonly<Record<Kind, readonly Grown[]>>;
}
