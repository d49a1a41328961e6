// The maps `exports` and `imports` of a package.json: conditions, nested at will, down to paths.

const SOURCE = '@curtsy/source'

/** Every path under the condition of the sources. */
export function sourceTargetsOf(map: unknown, underSource = false): readonly string[] {
  if (typeof map === 'string') return underSource ? [map] : []
  if (typeof map !== 'object' || map === null) return []
  return Object.entries(map).flatMap(([key, inner]) =>
    sourceTargetsOf(inner, underSource || key === SOURCE),
  )
}

/** The map as it must be published: without the condition of the sources. */
export function publishedForm(map: unknown): unknown {
  if (typeof map !== 'object' || map === null) return map
  const kept = Object.entries(map).filter(([key]) => key !== SOURCE)
  return Object.fromEntries(kept.map(([key, inner]) => [key, publishedForm(inner)]))
}
