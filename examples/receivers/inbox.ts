import { DatabaseSync } from 'node:sqlite'
import type { WebhookEvent } from '@replywright/client'

/**
 * Opens an inbox: a table of deliveries, whose key is `X-Service-Delivery`. A repeated delivery is stored once. Stored
 * events are handled after the response, and after a restart. If `handle` throws, the event is handled again with the
 * next delivery. Several processes need a database that they share instead of SQLite.
 */
export function openInbox(handle: (event: WebhookEvent) => Promise<void>) {
  const database = new DatabaseSync(process.env.INBOX ?? 'inbox.db')
  database.exec('CREATE TABLE IF NOT EXISTS inbox (delivery TEXT PRIMARY KEY, event TEXT, handled INTEGER DEFAULT 0)')
  const insert = database.prepare('INSERT OR IGNORE INTO inbox (delivery, event) VALUES (?, ?)')
  const unhandled = database.prepare('SELECT delivery, event FROM inbox WHERE handled = 0 ORDER BY rowid')
  const finish = database.prepare('UPDATE inbox SET handled = 1 WHERE delivery = ?')

  async function handleStored(): Promise<void> {
    for (const { delivery, event } of unhandled.all()) {
      try {
        await handle(JSON.parse(String(event)))
        finish.run(String(delivery))
      } catch (error) {
        console.error(`Delivery ${delivery} is not handled yet`, error)
      }
    }
  }
  // One run follows the other, so that no event is handled by two runs.
  let handling = handleStored()
  return {
    /** Stores a verified event. Return 2xx only after that, so that a crash loses nothing. */
    store(delivery: string, event: WebhookEvent): void {
      insert.run(delivery, JSON.stringify(event))
      handling = handling.then(handleStored)
    },
  }
}
