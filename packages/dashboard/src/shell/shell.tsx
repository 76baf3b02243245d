import { ActionIcon } from '@mantine/core'
import { IconEye, IconMail, IconMenu2 } from '@tabler/icons-react'
import { Link, Outlet, useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import type { SessionState } from '../api/session-store.ts'
import { useMe } from '../api/use-me.ts'
import { useSession } from '../api/use-session.ts'
import { WaitingWatch } from '../conversations/waiting-watch.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { ShortcutHelp } from '../ui/shortcut-help.tsx'
import { AccountButton } from './account-button.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { PaletteButton } from './palette/palette-button.tsx'
import { rememberPage } from './palette/recent-pages.ts'
import classes from './shell.module.css'
import { Sidebar } from './sidebar.tsx'

// Loaded on demand, because most page views need neither.
const NarrowNavigation = lazyPart(async () => (await import('./narrow-navigation.tsx')).NarrowNavigation)
const ExpiredSession = lazyPart(async () => (await import('./expired-session.tsx')).ExpiredSession)

/** The layout of all pages for signed-in users. */
export function Shell({ children = <Outlet /> }: { readonly children?: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  const session = useSession()
  const main = useFocusOnNavigation()
  useRedirectWhenSignedOut(session)
  useRecentPages()
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
          <span className={classes.brandName}>Agent Messaging</span>
        </Link>
        <PaletteButton />
        <AccountMenu />
      </header>
      <aside className={classes.aside}>
        <Sidebar />
      </aside>
      <Suspense>{wasOpen && <NarrowNavigation opened={isOpen} onClose={() => setOpen(false)} />}</Suspense>
      <main id="main" ref={main} tabIndex={-1} className={classes.main}>
        <Banners />
        {children}
      </main>
      <ShortcutHelp />
      <WaitingWatch />
      <Suspense>{session === 'expired' && <ExpiredSession />}</Suspense>
    </div>
  )
}

/** Remembers the pages that the user leaves, for the palette. Titles are complete only then. */
function useRecentPages(): void {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onBeforeLoad', ({ fromLocation, pathChanged }) => {
        if (fromLocation && pathChanged) rememberPage(fromLocation.href, document.title)
      }),
    [router],
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

/** After the first page has been painted. */
const IDLE_MS = 2000

const load = () => import('./account-dropdown.tsx')
const AccountDropdown = lazyPart(async () => (await load()).AccountDropdown)

/** The account menu. Its content is loaded when the browser is idle, because the first paint does not need it. */
function AccountMenu() {
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

/** The bars above the page. Pages that fill the window are lower by their height. */
function Banners() {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = place.current
    if (!element) return
    const resizing = new ResizeObserver(() =>
      document.documentElement.style.setProperty('--banners-height', `${element.offsetHeight}px`),
    )
    resizing.observe(element)
    return () => resizing.disconnect()
  }, [])
  return (
    <div ref={place} className={classes.banners}>
      <ConnectionBanner />
      <AccessBanner />
    </div>
  )
}

/** Says above the page that the user is invited to an organisation, or may only read. */
function AccessBanner() {
  const { data: me } = useMe()
  const { pathname } = useLocation()
  if (!me) return null
  return (
    <>
      {pathname !== '/invitations' &&
        me.invitations.map(({ id, organizationName }) => (
          <p key={id} className={classes.banner}>
            <IconMail size={16} aria-hidden />
            You are invited to {organizationName}. <Link to="/invitations">Answer the invitation</Link>
          </p>
        ))}
      {me.role === 'viewer' && (
        <p className={classes.banner}>
          <IconEye size={16} aria-hidden />
          You are a viewer of this organisation: you see everything except secrets, and change nothing.
        </p>
      )}
    </>
  )
}
