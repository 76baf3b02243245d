import { expect, test } from 'vitest'
import { ApiError } from './api-error.ts'
import {
  isUsable,
  RENEWAL_LEAD_MS,
  renewalDelay,
  type SessionMessage,
  SessionStore,
  subjectOf,
  type Token,
  tokenOf,
} from './session-store.ts'

const NOW = 1_795_167_600_000
const HOUR_MS = 3_600_000

const Timer = (): { run: () => void; delayMs: number } | undefined => undefined
const Failure = (): ApiError | undefined => undefined
const Held = (): Promise<void> | undefined => undefined
const idToken = (sub: string, count: number) => `${count}.${btoa(JSON.stringify({ sub }))}.mac`

/** Builds a session whose clock and service the test controls. */
function setUp({ remembered = true } = {}) {
  const world = {
    time: NOW,
    remembered,
    refreshes: 0,
    user: 'ada',
    userChanges: 0,
    sent: [] as SessionMessage[],
    timer: Timer(),
    failure: Failure(),
    held: Held(),
  }
  const tokenAt = (time: number): Token => ({
    idToken: idToken(world.user, world.refreshes),
    expiresAt: time + HOUR_MS,
  })
  const store = new SessionStore({
    now: () => world.time,
    refresh: async () => {
      world.refreshes++
      const { refreshes, failure } = world
      await world.held
      if (failure) throw failure
      return { ...tokenAt(world.time), idToken: idToken(world.user, refreshes) }
    },
    schedule: (run, delayMs) => {
      world.timer = { run, delayMs }
      return () => {
        world.timer = undefined
      }
    },
    remembered: () => world.remembered,
    remember: (isSignedIn) => {
      world.remembered = isSignedIn
    },
    onUser: () => {},
    onUserChange: () => {
      world.userChanges++
    },
    send: (message) => world.sent.push(message),
  })
  return { world, store, tokenAt }
}

const refused = new ApiError('Sign in.', { status: 401, code: 'authentication_failed' })

test('refreshes once for concurrent requests', async () => {
  const { world, store } = setUp()
  const tokens = await Promise.all([store.token(), store.token(), store.renew()])
  expect(world.refreshes).toBe(1)
  expect(tokens[0]).toBe(idToken('ada', 1))
  expect(store.state()).toBe('signed-in')
})

test('does not refresh if the browser was not signed in', async () => {
  const { world, store } = setUp({ remembered: false })
  expect(await store.isSignedIn()).toBe(false)
  expect(world.refreshes).toBe(0)
  expect(store.state()).toBe('signed-out')
})

test('renews a token shortly before it expires', async () => {
  const { world, store } = setUp()
  await store.token()
  expect(world.timer?.delayMs).toBe(HOUR_MS - RENEWAL_LEAD_MS)
  world.time += HOUR_MS / 2
  expect(await store.token()).toBe(idToken('ada', 1))
  world.time += HOUR_MS / 2
  expect(await store.token()).toBe(idToken('ada', 2))
})

test('is signed out if the session ended before use, and expired if it ended during use', async () => {
  const { world, store, tokenAt } = setUp()
  world.failure = refused
  expect(await store.isSignedIn()).toBe(false)
  expect(store.state()).toBe('signed-out')
  store.signedIn(tokenAt(world.time))
  expect(await store.renew()).toBeUndefined()
  expect(store.state()).toBe('expired')
  expect(world.timer).toBeUndefined()
  const { refreshes } = world
  expect(await store.token()).toBeUndefined()
  expect(world.refreshes).toBe(refreshes)
})

test('keeps the session if the service is unreachable', async () => {
  const { world, store, tokenAt } = setUp()
  store.signedIn(tokenAt(world.time))
  world.failure = new ApiError('No response.', { status: 0, code: 'network' })
  await expect(store.renew()).rejects.toThrow('No response.')
  expect(store.state()).toBe('signed-in')
  expect(world.remembered).toBe(true)
})

test('sends sign-outs to other tabs and receives theirs', () => {
  const { world, store, tokenAt } = setUp()
  const seen: string[] = []
  const unsubscribe = store.subscribe(() => seen.push(store.state()))
  store.signedIn(tokenAt(world.time))
  store.signedOut()
  expect(world.sent).toEqual(['signed-in', 'signed-out'])
  store.signedIn(tokenAt(world.time))
  store.receive('signed-out')
  unsubscribe()
  store.signedIn(tokenAt(world.time))
  expect(seen).toEqual(['signed-in', 'signed-out', 'signed-in', 'signed-out'])
  expect(world.sent).toEqual(['signed-in', 'signed-out', 'signed-in', 'signed-in'])
})

test('detects that another tab signed in as another user', async () => {
  const { world, store, tokenAt } = setUp()
  store.signedIn(tokenAt(world.time))
  store.receive('signed-in')
  await store.renew()
  expect(world.userChanges).toBe(0)
  world.user = 'grace'
  store.receive('signed-in')
  await store.renew()
  expect(world.userChanges).toBe(1)
})

test('accepts another user after a sign-out', () => {
  const { world, store, tokenAt } = setUp()
  store.signedIn(tokenAt(world.time))
  store.signedOut()
  world.user = 'grace'
  store.signedIn(tokenAt(world.time))
  expect(world.userChanges).toBe(0)
})

/** Holds the next renewal until the returned function is called. */
function holdRenewal(store: ReturnType<typeof setUp>['store'], world: ReturnType<typeof setUp>['world']) {
  const held = Promise.withResolvers<void>()
  world.held = held.promise
  const renewal = store.renew()
  world.held = undefined
  return {
    async finish() {
      held.resolve()
      return await renewal
    },
  }
}

test('a renewal in flight during a sign-out does not restore the session', async () => {
  for (const signOut of ['here', 'in another tab'] as const) {
    const { world, store } = setUp()
    await store.token()
    const { finish } = holdRenewal(store, world)
    if (signOut === 'here') store.signedOut()
    else store.receive('signed-out')
    expect(await finish()).toBeUndefined()
    expect([store.state(), world.remembered, world.timer]).toEqual(['signed-out', false, undefined])
  }
})

test('a renewal that fails after a new sign-in does not end it', async () => {
  const { world, store, tokenAt } = setUp()
  await store.token()
  world.failure = refused
  const { finish } = holdRenewal(store, world)
  store.signedIn(tokenAt(world.time))
  await finish()
  expect(store.state()).toBe('signed-in')
})

test('a sign-in in another tab renews, also during an earlier renewal', async () => {
  const { world, store } = setUp()
  await store.token()
  const { finish } = holdRenewal(store, world)
  store.receive('signed-out')
  store.receive('signed-in')
  const newer = store.renew()
  expect((await finish())?.idToken).toBe(idToken('ada', 3))
  expect((await newer)?.idToken).toBe(idToken('ada', 3))
  expect(await store.token()).toBe(idToken('ada', 3))
})

test('sets the expiry from expiresIn', () => {
  expect(tokenOf({ idToken: 'a.b.c', expiresIn: 3600 }, NOW)).toEqual({ idToken: 'a.b.c', expiresAt: NOW + 3_600_000 })
})

test('does not use a token that is about to expire', () => {
  const token = tokenOf({ idToken: 'a.b.c', expiresIn: 3600 }, NOW)
  expect(isUsable(token, NOW)).toBe(true)
  expect(isUsable(token, token.expiresAt - 15_001)).toBe(true)
  expect(isUsable(token, token.expiresAt - 15_000)).toBe(false)
  expect(isUsable(undefined, NOW)).toBe(false)
})

test.each([
  ['two minutes before it expires', 3600, 3_600_000 - RENEWAL_LEAD_MS],
  ['immediately if it expires sooner than the lead time', 60, 0],
  ['after the longest timer delay at the latest', 10_000_000, 2 ** 31 - 1],
])('renews a token %s', (_, expiresIn, delay) => {
  expect(renewalDelay(tokenOf({ idToken: 'a.b.c', expiresIn }, NOW), NOW)).toBe(delay)
})

test('reads the subject from the token claims', () => {
  const payload = Buffer.from(JSON.stringify({ sub: '386db6ba', email: 'zoë?>@example.com' })).toString('base64url')
  expect(subjectOf({ idToken: `head.${payload}.mac`, expiresAt: NOW })).toBe('386db6ba')
  expect(subjectOf({ idToken: 'no token', expiresAt: NOW })).toBeUndefined()
})
