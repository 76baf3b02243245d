import { Alert, CloseButton, Text } from '@mantine/core'
import type { ConversationDetails } from '@messaging/contract/dashboard/conversations.ts'
import type { ThreadConversation } from '@messaging/contract/dashboard/thread.ts'
import { sendMessage } from '@messaging/contract/messages.ts'
import { IconLock } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { RefObject } from 'react'
import { Allowed } from '../../ui/allowed.tsx'
import { relativeTime } from '../../ui/time-words.ts'
import { useNow } from '../../ui/use-now.ts'
import type { Composer as Kind } from '../filters.ts'
import { isWindowOpen } from '../window-words.ts'
import { ButtonsComposer } from './buttons-composer.tsx'
import classes from './composer.module.css'
import { HandlingBar } from './handling-bar.tsx'
import { TemplateComposer } from './template-composer.tsx'
import { TextComposer } from './text-composer.tsx'
import type { Outbox } from './use-outbox.ts'

/** Who replies, and below it the new message: any type while the service window is open, templates at any time. */
export function Composer({
  conversation,
  details,
  kind,
  outbox,
  place,
}: {
  readonly conversation: ThreadConversation
  readonly details: ConversationDetails | undefined
  readonly kind: Kind
  readonly outbox: Outbox
  readonly place: RefObject<HTMLElement | null>
}) {
  const { id, msgNumber, window, isSandbox } = conversation
  const isOpen = useNow((now) => (isSandbox || isWindowOpen(window.openUntil, now) ? 1 : 0)) === 1
  const shown = isOpen ? kind : 'template'
  return (
    <section ref={place} className={classes.composer} aria-label="New message">
      <HandlingBar conversation={conversation} details={details} />
      <Allowed endpoint={sendMessage} hides>
        <div className={classes.body}>
          {!isOpen && <ClosedWindow openUntil={window.openUntil} />}
          {isOpen && shown === 'buttons' && <KindHeader title="Buttons" />}
          {isOpen && shown === 'template' && <KindHeader title="Template" />}
          {shown === 'buttons' && <ButtonsComposer conversationId={id} />}
          {shown === 'template' && <TemplateComposer conversationId={id} msgNumber={msgNumber} />}
          {shown !== 'buttons' && shown !== 'template' && <TextComposer conversationId={id} outbox={outbox} />}
        </div>
      </Allowed>
    </section>
  )
}

/** The kind of the message, with a button that leads back to a text. */
function KindHeader({ title }: { readonly title: string }) {
  const navigate = useNavigate()
  return (
    <div className={classes.kind}>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <CloseButton
        size="sm"
        aria-label="Back to text"
        onClick={() => void navigate({ to: '.', search: (before) => ({ ...before, compose: undefined }) })}
      />
    </div>
  )
}

function ClosedWindow({ openUntil }: { readonly openUntil: string | null }) {
  const since = useNow((now) => (openUntil === null ? '' : relativeTime(Date.parse(openUntil), now)))
  return (
    <Alert color="gray" p="xs" icon={<IconLock aria-hidden />}>
      {openUntil === null
        ? 'The customer has not written yet. You can only send approved templates.'
        : `The service window closed ${since}. You can only send approved templates until the customer writes again.`}
    </Alert>
  )
}
