// What shop.demo sells: sixty numbered items in three categories, the same ones at every start.

export interface Item {
  readonly number: number
  readonly name: string
  readonly category: string
  readonly colour: string
  readonly size: string
  readonly priceCents: number
  readonly inStock: boolean
}

export const CATEGORIES: readonly string[] = ['boots', 'tents', 'lamps']
export const COLOURS: readonly string[] = ['red', 'grey']
export const SIZES: readonly string[] = ['s', 'm']

const ITEMS_PER_CATEGORY = 20
const MAKES = [
  'Alder',
  'Birch',
  'Cedar',
  'Downs',
  'Elder',
  'Fjord',
  'Grove',
  'Heath',
  'Inlet',
  'Juniper',
]
const NOUNS: Readonly<Record<string, string>> = { boots: 'Boot', tents: 'Tent', lamps: 'Lamp' }

function itemOf(category: string, number: number): Item {
  const make = MAKES[number % MAKES.length]
  return {
    number,
    name: `${make} ${NOUNS[category]} ${100 + number}`,
    category,
    colour: COLOURS[number % 2] ?? '',
    size: SIZES[Math.floor(number / 2) % 2] ?? '',
    priceCents: 1_000 + ((number * 737) % 9_000),
    inStock: number % 7 !== 0,
  }
}

/** Items 1 to 20 are boots, 21 to 40 tents, 41 to 60 lamps. */
export const ITEMS: readonly Item[] = CATEGORIES.flatMap((category, index) =>
  Array.from({ length: ITEMS_PER_CATEGORY }, (_, offset) =>
    itemOf(category, index * ITEMS_PER_CATEGORY + offset + 1),
  ),
)

/** The price as the page shows it and as its JSON-LD has it: `17.37`. */
export function priceOf(item: Item): string {
  return (item.priceCents / 100).toFixed(2)
}
