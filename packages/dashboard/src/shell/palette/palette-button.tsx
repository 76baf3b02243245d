import { IconSearch } from '@tabler/icons-react'
import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '../../ui/lazy-part.ts'
import classes from '../shell.module.css'

const Palette = lazyPart(async () => (await import('./palette.tsx')).Palette)

/** Opens the palette, as Ctrl-K and Cmd-K do. It is loaded when it is first opened. */
export function PaletteButton() {
  const [isOpen, setOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  const open = () => {
    setWasOpen(true)
    setOpen(true)
  }
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      setWasOpen(true)
      setOpen((isNow) => !isNow)
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  return (
    <>
      <button
        type="button"
        className={classes.search}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={open}
      >
        <IconSearch size={16} aria-hidden />
        <span className={classes.searchLabel}>Search</span>
        <kbd className={classes.searchKeys} aria-hidden>
          {/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K'}
        </kbd>
      </button>
      <Suspense>{wasOpen && <Palette opened={isOpen} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
