import { openInbox } from '../receivers/inbox.ts'
import { client, ready, receive, serve } from '../shared.ts'

/** An incoming webhook of a chat tool that accepts `{"text": …}`, as those of Slack, Mattermost and Rocket.Chat do. */
const { CHAT_URL = '', DASHBOARD_URL = 'http://127.0.0.1:3005' } = process.env
const EVENT = 'conversation.human_needed'

const inbox = openInbox(async (event) => {
  if (event.event !== EVENT) return
  const { conversationId, contact, from, reason, summary } = event
  const link = `${DASHBOARD_URL}/conversations/${conversationId}`
  const text = [`${contact.name || from} waits for a person: ${reason}`, summary, link]
    .filter((line) => line)
    .join('\n')
  if (!CHAT_URL) return console.log(text)
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(CHAT_URL, { method: 'POST', headers, body: JSON.stringify({ text }) })
  // The event is handled again with the next one.
  if (!response.ok) throw new Error(`the chat tool returned ${response.status}`)
})

// Webhooks get this event only after it is selected for them.
const { events } = await client.webhooks.get(ready.webhook.id)
await client.webhooks.update(ready.webhook.id, { events: [...events, EVENT] })

const url = await serve((request) => receive(request, inbox))
console.log(`The receiver is at ${url}`)
