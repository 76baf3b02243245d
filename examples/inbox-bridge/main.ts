import { openInbox } from '../receivers/inbox.ts'
import { client, receive, serve } from '../shared.ts'

/** The inbox product: it gets each message of a customer, and posts the replies of its users. */
const { INBOX_URL = '', INBOX_TOKEN = 'shared with the inbox' } = process.env
const TAKEOVER_MINUTES = 24 * 60

const inbox = openInbox(async (event) => {
  if (event.event !== 'message.received') return
  const { conversationId, from, contact, message } = event
  const ticket = { thread: conversationId, id: message.id, from, name: contact.name, text: message.body }
  if (!INBOX_URL) return console.log(ticket)
  const headers = { 'content-type': 'application/json', 'x-inbox-token': INBOX_TOKEN }
  const response = await fetch(INBOX_URL, { method: 'POST', headers, body: JSON.stringify(ticket) })
  // The event is handled again with the next one.
  if (!response.ok) throw new Error(`the inbox returned ${response.status}`)
})

/** Sends a reply of a person. The agent of the conversation is silent for a day. */
async function reply({ thread, id, text }: { thread: string; id: string; text: string }) {
  await client.conversations.takeover(thread, { durationMinutes: TAKEOVER_MINUTES })
  // A repeated reply has the same id, and is sent once.
  const sent = await client.conversations.sendMessage(
    thread,
    { type: 'text', text: { body: text } },
    { idempotencyKey: id },
  )
  return { status: 200, body: { messageId: sent.id } }
}

const url = await serve(async (request) => {
  if (request.path === '/webhook') return await receive(request, inbox)
  if (request.headers['x-inbox-token'] !== INBOX_TOKEN) return { status: 401 }
  return await reply(JSON.parse(request.body.toString()))
})
console.log(`The bridge is at ${url}`)
