// changefreq and priority, as the sitemap protocol defines them.
import type { ChangeFrequency } from './entry.ts'

const FREQUENCIES: ReadonlyMap<string, ChangeFrequency> = new Map(
  (['always', 'hourly', 'daily', 'weekly', 'monthly', 'yearly', 'never'] as const).map((value) => [
    value,
    value,
  ]),
)

/** One of the seven values, whatever its case; undefined for any other text. */
export function readChangeFrequency(text: string): ChangeFrequency | undefined {
  return FREQUENCIES.get(text) ?? FREQUENCIES.get(text.toLowerCase())
}

/** A decimal number from 0 to 1 (XML Schema decimal: no exponent, no comma); undefined for any other text. */
export function readPriority(text: string): number | undefined {
  if (!/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(text)) return undefined
  const value = Math.abs(Number(text)) === 0 ? 0 : Number(text)
  return value >= 0 && value <= 1 ? value : undefined
}
