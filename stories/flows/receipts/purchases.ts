/** A line of a receipt. */
export interface Item {
  readonly name: string
  readonly group: 'Produce' | 'Bakery' | 'Dairy' | 'Pantry'
  /** In cents. */
  readonly price: number
}

/** A scanned receipt. */
export interface Purchase {
  readonly id: string
  readonly store: string
  /** A date such as `2026-03-14` (RFC 3339). */
  readonly day: string
  readonly items: readonly Item[]
}

/** The receipts of the shopper in the demo. */
export const PURCHASES: readonly Purchase[] = [
  {
    id: '0412',
    store: 'Corner Greens',
    day: '2026-11-18',
    items: [
      { name: 'Pomelo', group: 'Produce', price: 349 },
      { name: 'Fennel, 2', group: 'Produce', price: 298 },
      { name: 'Rye bread', group: 'Bakery', price: 425 },
      { name: 'Oat milk', group: 'Dairy', price: 219 },
    ],
  },
  {
    id: '0397',
    store: 'Harbor Market',
    day: '2026-11-14',
    items: [
      { name: 'Chickpeas, 3', group: 'Pantry', price: 267 },
      { name: 'Olive oil', group: 'Pantry', price: 1190 },
      { name: 'Feta', group: 'Dairy', price: 389 },
    ],
  },
  {
    id: '0381',
    store: 'Corner Greens',
    day: '2026-11-09',
    items: [
      { name: 'Clementines', group: 'Produce', price: 399 },
      { name: 'Walnut loaf', group: 'Bakery', price: 480 },
      { name: 'Butter', group: 'Dairy', price: 329 },
      { name: 'Red lentils', group: 'Pantry', price: 245 },
    ],
  },
]

/** Returns the total of a receipt, in cents. */
export function total(purchase: Purchase): number {
  return purchase.items.reduce((sum, item) => sum + item.price, 0)
}

/** Returns the share of each group in the total, from 0 to 1, largest first. */
export function shares(purchases: readonly Purchase[]): readonly { readonly group: Item['group']; readonly share: number }[] {
  const sums = new Map<Item['group'], number>()
  for (const item of purchases.flatMap((purchase) => purchase.items)) sums.set(item.group, (sums.get(item.group) ?? 0) + item.price)
  const whole = purchases.reduce((sum, purchase) => sum + total(purchase), 0)
  return [...sums].map(([group, sum]) => ({ group, share: sum / whole })).sort((a, b) => b.share - a.share)
}
