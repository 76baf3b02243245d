import { Button } from '@mantine/core'
import type { ConversationDetails } from '@messaging/contract/dashboard/conversations.ts'
import type { Message } from '@messaging/contract/messages.ts'
import { listTemplates, type Template } from '@messaging/contract/templates.ts'
import { useQuery } from '@tanstack/react-query'
import { readList } from '../api/read.ts'
import { chatItems } from '../chat/chat-items.ts'
import { ChatLog } from '../chat/chat-log.tsx'
import { MessageBubble } from '../chat/message-bubble.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { RowsSkeleton } from '../ui/rows-skeleton.tsx'
import { tellError } from '../ui/tell.ts'
import { contactName } from './contact-words.ts'
import classes from './conversation-page.module.css'
import { MessageMeta } from './message-meta.tsx'
import { ReferralCard } from './referral-card.tsx'
import { TemplateMessage } from './template-message.tsx'
import { useThread } from './use-thread.ts'

export function ConversationChat({ details }: { readonly details: ConversationDetails }) {
  const { query, older } = useThread(details.id)
  const hasTemplates = query.data?.messages.some(({ template }) => template !== null) ?? false
  const { data: templates = [] } = useQuery({ ...readList(listTemplates, {}), enabled: hasTemplates })
  return (
    <Loaded query={query} skeleton={<RowsSkeleton rows={4} />}>
      {(thread) => {
        const messages = thread.messages.toReversed()
        return (
          <ChatLog
            label={`Messages with ${contactName(details.contact)}`}
            items={chatItems(messages, details.turns)}
            before={
              thread.older !== null ? (
                <Button
                  className={classes.older}
                  size="compact-sm"
                  variant="default"
                  loading={older.isPending}
                  onClick={() => older.mutate(thread, { onError: tellError })}
                >
                  Load older messages
                </Button>
              ) : (
                messages.length === 0 && <p className={classes.none}>No messages yet</p>
              )
            }
            renderMessage={(message) => (
              <ShownMessage key={message.id} message={message} details={details} templates={templates} />
            )}
          />
        )
      }}
    </Loaded>
  )
}

function ShownMessage({
  message,
  details: { referral },
  templates,
}: {
  readonly message: Message
  readonly details: ConversationDetails
  readonly templates: readonly Template[]
}) {
  return (
    <>
      {referral?.messageId === message.id && <ReferralCard referral={referral} />}
      <MessageBubble
        message={message}
        side={message.direction === 'outbound' ? 'end' : 'start'}
        meta={<MessageMeta message={message} />}
      >
        {message.template ? <TemplateMessage sent={message.template} templates={templates} /> : undefined}
      </MessageBubble>
    </>
  )
}
