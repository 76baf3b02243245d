import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import * as v from 'valibot'

/** Times are milliseconds since the epoch. */
const Code = v.object({ value: v.string(), expiresAt: v.number(), attemptsLeft: v.number() })

const StoredUser = v.object({
  username: v.string(),
  sub: v.string(),
  attributes: v.record(v.string(), v.string()),
  status: v.picklist(['UNCONFIRMED', 'CONFIRMED', 'FORCE_CHANGE_PASSWORD']),
  passwordHash: v.optional(v.string()),
  temporaryPasswordUntil: v.optional(v.number()),
  /** The verified authenticator app: its secret in base32, and the last time step whose code was used. */
  softwareToken: v.optional(v.object({ secret: v.string(), lastStep: v.optional(v.number()) })),
  /** The secret of an app that is being set up. */
  pendingToken: v.optional(v.string()),
  /** Whether the user must enter a code of the app at sign-in. */
  mfa: v.optional(v.boolean()),
  groups: v.array(v.string()),
  confirmationCode: v.optional(Code),
  resetCode: v.optional(Code),
  createdAt: v.number(),
  modifiedAt: v.number(),
})

/** A sign-in, stored until its refresh token expires. */
const StoredSession = v.object({
  /** The `origin_jti` of its tokens. */
  id: v.string(),
  /** SHA-256 of the refresh token, in hexadecimal. */
  tokenHash: v.string(),
  username: v.string(),
  clientId: v.string(),
  /** Seconds since the epoch. */
  authTime: v.number(),
  expiresAt: v.number(),
  revoked: v.boolean(),
})

const File = v.object({ users: v.array(StoredUser), sessions: v.array(StoredSession) })

export type Code = v.InferOutput<typeof Code>
export type StoredUser = v.InferOutput<typeof StoredUser>
export type StoredSession = v.InferOutput<typeof StoredSession>

/** The users and sign-ins of one pool, in one file. Writes are on disk before they return. */
export interface PoolStore {
  users(): readonly StoredUser[]
  user(username: string): StoredUser | undefined
  putUser(user: StoredUser): void
  /** Deletes the user's sign-ins as well. */
  deleteUser(username: string): void
  session(id: string): StoredSession | undefined
  sessionOf(tokenHash: string): StoredSession | undefined
  /** Stores a sign-in and deletes those that expired by `now`. */
  putSession(session: StoredSession, now: number): void
  revoke(choose: (session: StoredSession) => boolean): void
  /** Takes a snapshot of all users and sign-ins. Returns a function that restores it. */
  remember(): () => void
}

/** Opens the file of a pool. @throws Error if the file exists and has an invalid format. */
export function openPoolStore(file: string): PoolStore {
  const stored = read(file)
  const users = new Map(stored.users.map((user) => [user.username, user]))
  const sessions = new Map(stored.sessions.map((session) => [session.id, session]))
  const keep = () => write(file, { users: [...users.values()], sessions: [...sessions.values()] })
  return {
    users: () => [...users.values()],
    user: (username) => users.get(username),
    putUser(user) {
      users.set(user.username, user)
      keep()
    },
    deleteUser(username) {
      users.delete(username)
      for (const session of [...sessions.values()]) if (session.username === username) sessions.delete(session.id)
      keep()
    },
    session: (id) => sessions.get(id),
    sessionOf: (tokenHash) => [...sessions.values()].find((session) => session.tokenHash === tokenHash),
    putSession(session, now) {
      for (const { id, expiresAt } of [...sessions.values()]) if (expiresAt <= now) sessions.delete(id)
      sessions.set(session.id, session)
      keep()
    },
    revoke(choose) {
      for (const session of [...sessions.values()]) {
        if (choose(session)) sessions.set(session.id, { ...session, revoked: true })
      }
      keep()
    },
    remember() {
      const [keptUsers, keptSessions] = [[...users], [...sessions]]
      return () => {
        users.clear()
        sessions.clear()
        for (const [username, user] of keptUsers) users.set(username, user)
        for (const [id, session] of keptSessions) sessions.set(id, session)
        keep()
      }
    },
  }
}

function read(file: string): v.InferOutput<typeof File> {
  if (!existsSync(file)) return { users: [], sessions: [] }
  const result = v.safeParse(File, JSON.parse(readFileSync(file, 'utf8')))
  if (!result.success) throw new Error(`${file}: ${v.summarize(result.issues)}`)
  return result.output
}

/** Writes a new file and renames it, so that the file is complete even after a crash. */
function write(file: string, content: v.InferOutput<typeof File>): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeFileSync(`${file}.new`, JSON.stringify(content), { mode: 0o600, flush: true })
  renameSync(`${file}.new`, file)
}
