import { expect, test } from 'vitest'
import { ApiError } from './api-error.ts'
import { type SessionNews, SessionStore } from './session-store.ts'
import { RENEWAL_LEAD_MS, type Token } from './token.ts'

const NOW = 1_795_167_600_000
const HOUR_MS = 3_600_000

const Timer = (): { run: () => void; delayMs: number } | undefined => undefined
const Answer = (): ApiError | undefined => undefined
const idToken = (sub: string, count: number) => `${count}.${btoa(JSON.stringify({ sub }))}.mac`

/** A session in a world whose clock and service the test moves. */
function setUp({ remembered = true } = {}) {
  const world = {
    time: NOW,
    remembered,
    refreshes: 0,
    user: 'ada',
    others: 0,
    told: [] as SessionNews[],
    timer: Timer(),
    answer: Answer(),
  }
  const tokenAt = (time: number): Token => ({
    idToken: idToken(world.user, world.refreshes),
    expiresAt: time + HOUR_MS,
  })
  const store = new SessionStore({
    now: () => world.time,
    refresh: async () => {
      world.refreshes++
      if (world.answer) throw world.answer
      return tokenAt(world.time)
    },
    later: (run, delayMs) => {
      world.timer = { run, delayMs }
      return () => {
        world.timer = undefined
      }
    },
    remembered: () => world.remembered,
    remember: (isSignedIn) => {
      world.remembered = isSignedIn
    },
    becameAnother: () => {
      world.others++
    },
    tell: (news) => world.told.push(news),
  })
  return { world, store, tokenAt }
}

const refused = new ApiError('Sign in.', { status: 401, code: 'authentication_failed' })

test('a page that is loaded asks once, however many of its parts need a token', async () => {
  const { world, store } = setUp()
  const tokens = await Promise.all([store.token(), store.token(), store.renew()])
  expect(world.refreshes).toBe(1)
  expect(tokens[0]).toBe(idToken('ada', 1))
  expect(store.state()).toBe('signed-in')
})

test('a browser that was not signed in does not ask', async () => {
  const { world, store } = setUp({ remembered: false })
  expect(await store.isSignedIn()).toBe(false)
  expect(world.refreshes).toBe(0)
  expect(store.state()).toBe('signed-out')
})

test('a token is renewed before it ends, and not before that', async () => {
  const { world, store } = setUp()
  await store.token()
  expect(world.timer?.delayMs).toBe(HOUR_MS - RENEWAL_LEAD_MS)
  world.time += HOUR_MS / 2
  expect(await store.token()).toBe(idToken('ada', 1))
  world.time += HOUR_MS / 2
  expect(await store.token()).toBe(idToken('ada', 2))
})

test('a session that ends while it is used has expired; one that was over before is signed out', async () => {
  const { world, store, tokenAt } = setUp()
  world.answer = refused
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

test('a service that cannot be reached ends no session', async () => {
  const { world, store, tokenAt } = setUp()
  store.signedIn(tokenAt(world.time))
  world.answer = new ApiError('No answer.', { status: 0, code: 'network' })
  await expect(store.renew()).rejects.toThrow('No answer.')
  expect(store.state()).toBe('signed-in')
  expect(world.remembered).toBe(true)
})

test('signing out is told to the other tabs, and heard from them', () => {
  const { world, store, tokenAt } = setUp()
  const seen: string[] = []
  const unsubscribe = store.subscribe(() => seen.push(store.state()))
  store.signedIn(tokenAt(world.time))
  store.signedOut()
  expect(world.told).toEqual(['signed-in', 'signed-out'])
  store.signedIn(tokenAt(world.time))
  store.hear('signed-out')
  unsubscribe()
  store.signedIn(tokenAt(world.time))
  expect(seen).toEqual(['signed-in', 'signed-out', 'signed-in', 'signed-out'])
  expect(world.told).toEqual(['signed-in', 'signed-out', 'signed-in', 'signed-in'])
})

test('a tab notices that another one signed in as somebody else', async () => {
  const { world, store, tokenAt } = setUp()
  store.signedIn(tokenAt(world.time))
  store.hear('signed-in')
  await store.renew()
  expect(world.others).toBe(0)
  world.user = 'grace'
  store.hear('signed-in')
  await store.renew()
  expect(world.others).toBe(1)
})

test('whoever signs in after somebody signed out is no surprise', () => {
  const { world, store, tokenAt } = setUp()
  store.signedIn(tokenAt(world.time))
  store.signedOut()
  world.user = 'grace'
  store.signedIn(tokenAt(world.time))
  expect(world.others).toBe(0)
})
