import { ActionIcon } from '@mantine/core'
import { IconMenu2 } from '@tabler/icons-react'
import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { SessionState } from '../api/session-store.ts'
import { useSession } from '../api/use-session.ts'
import { ShortcutHelp } from '../ui/shortcut-help.tsx'
import { AccountMenu } from './account-menu.tsx'
import classes from './shell.module.css'
import { Sidebar } from './sidebar.tsx'

// Loaded on demand, because most page views need neither.
const NarrowNavigation = lazy(async () => ({ default: (await import('./narrow-navigation.tsx')).NarrowNavigation }))
const ExpiredSession = lazy(async () => ({ default: (await import('./expired-session.tsx')).ExpiredSession }))

/** The layout of all pages for signed-in users. */
export function Shell() {
  const [isOpen, setOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  const session = useSession()
  const main = useFocusOnNavigation()
  useRedirectWhenSignedOut(session)
  return (
    <div className={classes.shell}>
      <a href="#main" className={classes.skip}>
        Skip to content
      </a>
      <header className={classes.header}>
        <ActionIcon
          className={classes.burger}
          variant="subtle"
          color="gray"
          size="lg"
          aria-label="Open navigation"
          aria-expanded={isOpen}
          onClick={() => {
            setWasOpen(true)
            setOpen(true)
          }}
        >
          <IconMenu2 size={20} aria-hidden />
        </ActionIcon>
        <Link to="/" className={classes.brand}>
          <img src="/favicon.svg" alt="" width={22} height={22} />
          Agent Messaging
        </Link>
        <AccountMenu />
      </header>
      <aside className={classes.aside}>
        <Sidebar />
      </aside>
      <Suspense>{wasOpen && <NarrowNavigation opened={isOpen} onClose={() => setOpen(false)} />}</Suspense>
      <main id="main" ref={main} tabIndex={-1} className={classes.main}>
        <Outlet />
      </main>
      <ShortcutHelp />
      <Suspense>{session === 'expired' && <ExpiredSession />}</Suspense>
    </div>
  )
}

/** Moves the focus to the new page, or its part that changed, after a navigation, for keyboards and screen readers. */
function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    const part = main.current?.querySelector<HTMLElement>('[data-focus-on-navigation]')
    ;(part ?? main.current)?.focus({ preventScroll: true })
  }, [pathname])
  return main
}

function useRedirectWhenSignedOut(state: SessionState): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (state === 'signed-out') void navigate({ to: '/sign-in' })
  }, [state, navigate])
}
