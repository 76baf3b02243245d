import { ActionIcon, Button, type ButtonProps, VisuallyHidden } from '@mantine/core'
import { IconChevronDown, IconEye, IconMail, IconMenu2, IconPlugConnectedX } from '@tabler/icons-react'
import { Link, Outlet, useLocation, useNavigate, useParams, useRouter } from '@tanstack/react-router'
import { type ComponentProps, type ReactNode, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { isTransient } from '../api/api-error.ts'
import { queryClient } from '../api/query-client.ts'
import { useSession } from '../api/session.ts'
import type { SessionState } from '../api/session-store.ts'
import { useMe } from '../api/use-me.ts'
import { WaitingCount, WaitingWatch } from '../conversations/waiting-watch.tsx'
import { HealthBar } from '../numbers/health-bar.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { ShortcutHelp } from '../ui/shortcut.tsx'
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
      <SkipToMessage />
      <header className={classes.header}>
        <ActionIcon
          className={classes.burger}
          size="lg"
          aria-expanded={isOpen}
          onClick={() => {
            setWasOpen(true)
            setOpen(true)
          }}
        >
          <IconMenu2 size={20} aria-hidden />
          {/* No aria-label, which would hide the number from screen readers. */}
          <VisuallyHidden>Open navigation</VisuallyHidden>
          <WaitingCount className={classes.burgerCount} />
        </ActionIcon>
        <Link to="/" className={classes.brand}>
          <img src="/favicon.svg" alt="" width={22} height={22} />
          <span className={classes.brandName}>Replywright</span>
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

/** Leads keyboards from the top of the page past the navigation and the list to the message field of an opened conversation. */
function SkipToMessage() {
  const { pathname } = useLocation()
  const { id } = useParams({ strict: false })
  if (id === undefined || !pathname.startsWith('/conversations/')) return null
  const focus = () => document.querySelector<HTMLElement>('[data-composer] :is(textarea, select)')?.focus()
  return (
    <button type="button" className={classes.skip} onClick={focus}>
      Go to the message field
    </button>
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
      <HealthBar />
    </div>
  )
}

/** Says above the page what awaits the answer of the user, and that they may only read. */
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
            You are invited to <bdi>{organizationName}</bdi>. <Link to="/invitations">Answer the invitation</Link>
          </p>
        ))}
      {pathname !== '/invitations' && me.shares.length > 0 && (
        <p className={classes.banner}>
          <IconMail size={16} aria-hidden />
          {me.shares.length === 1 ? 'An agent is' : `${me.shares.length} agents are`} shared with you.{' '}
          <Link to="/invitations">Accept or decline</Link>
        </p>
      )}
      {me.role === 'viewer' && (
        <p className={classes.banner}>
          <IconEye size={16} aria-hidden />
          You are a viewer of this organisation: you see everything except secrets, and change nothing.
        </p>
      )}
    </>
  )
}

const CONNECTION_TEXTS = {
  offline: 'You are offline. This page is updated when the connection is back.',
  unreachable: 'The service does not respond. Trying again.',
}

/** Says above the page that there is no connection. Failed queries are repeated by themselves, and by the button. */
function ConnectionBanner() {
  const connection = useConnection()
  return (
    <div role="status" className={classes.status}>
      {connection !== 'good' && (
        <p className={classes.warning}>
          <IconPlugConnectedX size={16} aria-hidden />
          {CONNECTION_TEXTS[connection]}
          {connection === 'unreachable' && (
            <button type="button" className={classes.retry} onClick={retryQueries}>
              Try now
            </button>
          )}
        </p>
      )}
    </div>
  )
}

type Connection = 'good' | 'offline' | 'unreachable'

/** Returns whether the browser is online, and whether the service responds to the queries of the page. */
function useConnection(): Connection {
  return useSyncExternalStore(subscribe, connection)
}

/** Sends the failed queries of the page again. */
function retryQueries(): void {
  void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
}

function connection(): Connection {
  if (!navigator.onLine) return 'offline'
  const failed = queryClient.getQueryCache().findAll({ type: 'active' })
  return failed.some(({ state }) => state.status === 'error' && isTransient(state.error)) ? 'unreachable' : 'good'
}

function subscribe(listener: () => void): () => void {
  const unsubscribe = queryClient.getQueryCache().subscribe(listener)
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    unsubscribe()
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** The button of the account menu, with the name of the organisation. */
export function AccountButton(props: ButtonProps & Omit<ComponentProps<'button'>, keyof ButtonProps>) {
  const { data: me } = useMe()
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-md"
      className={classes.account}
      rightSection={<IconChevronDown size={14} aria-hidden />}
      {...props}
    >
      <span className={classes.accountName}>{me?.organization.name ?? 'Account'}</span>
    </Button>
  )
}
