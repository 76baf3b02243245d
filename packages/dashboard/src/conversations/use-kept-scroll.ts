import { type RefObject, useLayoutEffect, useRef } from 'react'

/** A visible row, and its distance from the top of the visible part in pixels. */
interface Seen {
  readonly id: string
  readonly top: number
}

/**
 * Keeps the visible rows of a scrolled list at their place when rows above them are added or moved. Rows have a
 * `data-id`. Those in `moved` may move. Browsers keep the place only if no visible element moves.
 */
export function useKeptScroll(list: RefObject<HTMLElement | null>, moved: ReadonlySet<string>) {
  const seen = useRef<readonly Seen[]>([])
  const remember = () => {
    const box = list.current
    if (!box) return
    const from = box.getBoundingClientRect().top
    seen.current = [...box.querySelectorAll<HTMLElement>('[data-id]')]
      .map((row) => ({ id: row.dataset.id ?? '', top: row.getBoundingClientRect().top - from }))
      .filter(({ top }) => top > -100 && top < box.clientHeight)
  }
  useLayoutEffect(() => {
    const box = list.current
    const anchor = seen.current.find(({ id }) => !moved.has(id))
    const row = anchor && box?.querySelector(`[data-id="${anchor.id}"]`)
    if (box && row && box.scrollTop > 0)
      box.scrollTop += row.getBoundingClientRect().top - box.getBoundingClientRect().top - anchor.top
    remember()
  })
  return remember
}
