import { Suspense, useState } from 'react'
import { lazyPart } from './lazy-part.ts'
import { HELP_KEY, useShortcut } from './shortcut.ts'

const ShortcutList = lazyPart(async () => (await import('./shortcut-list.tsx')).ShortcutList)

/** Shows the shortcuts of the page when `?` is pressed. */
export function ShortcutHelp() {
  const [isOpen, setOpen] = useState<boolean>()
  useShortcut(HELP_KEY, () => setOpen(true), 'Show keyboard shortcuts')
  return <Suspense>{isOpen !== undefined && <ShortcutList opened={isOpen} onClose={() => setOpen(false)} />}</Suspense>
}
