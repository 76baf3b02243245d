import { KeepTest } from './keep-test.tsx'
import { anonymizer, type Chat, savedTest } from './saved-test.ts'

/** Keeps a chat as a test of the agent. Shows nothing without an answer of the agent. */
export function SaveTest({ chat, customerName }: { readonly chat: Chat; readonly customerName: string }) {
  if (!chat.turns.some(({ status, messageIds }) => status === 'answered' && messageIds.length > 0)) return null
  return (
    <KeepTest
      title="Save as test"
      file="saved.test.yaml"
      agentId={chat.agentId}
      build={() => savedTest(chat, anonymizer(customerName))}
    >
      The customer’s name, phone numbers and email addresses are replaced. Check the rest before you share it. A model
      judges what the agent “says”: shorten it to what matters.
    </KeepTest>
  )
}
