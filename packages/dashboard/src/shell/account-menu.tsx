import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '../ui/lazy-part.ts'
import { AccountButton } from './account-button.tsx'

/** After the first page has been painted. */
const IDLE_MS = 2000

const load = () => import('./account-dropdown.tsx')
const AccountDropdown = lazyPart(async () => (await load()).AccountDropdown)

/** The account menu. Its content is loaded when the browser is idle, because the first paint does not need it. */
export function AccountMenu() {
  const [isWanted, setWanted] = useState(false)
  useEffect(() => {
    // A failure is repeated when the menu is opened.
    const idle = setTimeout(() => void load().catch(() => {}), IDLE_MS)
    return () => clearTimeout(idle)
  }, [])
  const button = <AccountButton aria-haspopup="menu" aria-expanded={false} onClick={() => setWanted(true)} />
  return isWanted ? (
    <Suspense fallback={button}>
      <AccountDropdown />
    </Suspense>
  ) : (
    button
  )
}
