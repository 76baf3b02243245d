import type { Icon } from '@tabler/icons-react'

/** A target of the palette. */
export interface PaletteItem {
  readonly id: string
  readonly label: string
  /** What distinguishes it from others of the same name, such as a number. */
  readonly hint?: string
  readonly icon: Icon
  /** A path with its query, or what happens. */
  readonly href: string | (() => void)
}

export interface PaletteGroup {
  readonly title: string
  readonly items: readonly PaletteItem[]
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Returns the text as an id if it is a whole one. */
export function idIn(text: string): string | undefined {
  const id = text.trim().toLowerCase()
  return UUID.test(id) ? id : undefined
}

/** Returns the items that contain every word of the text, those first whose label starts with it. At most `limit`. */
export function matching(items: readonly PaletteItem[], text: string, limit: number): readonly PaletteItem[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const found = items.filter(({ label, hint = '', id }) => {
    const searched = `${label} ${hint} ${id}`.toLowerCase()
    return words.every((word) => searched.includes(word))
  })
  const rank = ({ label }: PaletteItem) => (label.toLowerCase().startsWith(words.join(' ')) ? 0 : 1)
  return found.toSorted((a, b) => rank(a) - rank(b)).slice(0, limit)
}

/** Returns the index after a key press: arrows wrap around, Home and End go to the ends. Undefined for other keys. */
export function movedTo(key: string, index: number, count: number): number | undefined {
  if (count === 0) return undefined
  if (key === 'ArrowDown') return (index + 1) % count
  if (key === 'ArrowUp') return (index - 1 + count) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return undefined
}
