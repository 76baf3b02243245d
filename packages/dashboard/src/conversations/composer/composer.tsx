import { Alert, Text } from '@mantine/core'
import type { ConversationDetails } from '@messaging/contract/dashboard/conversations.ts'
import { IconLock } from '@tabler/icons-react'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { useNow } from '../../ui/use-now.ts'
import { When } from '../../ui/when.tsx'
import type { Composer as Kind } from '../filters.ts'
import { isWindowOpen } from '../window-words.ts'
import { ButtonsComposer } from './buttons-composer.tsx'
import classes from './composer.module.css'
import { MediaComposer } from './media-composer.tsx'
import { TemplateComposer } from './template-composer.tsx'
import { TextComposer } from './text-composer.tsx'

const KINDS = [
  { value: undefined, label: 'Text' },
  { value: 'buttons', label: 'Buttons' },
  { value: 'media', label: 'Media' },
  { value: 'template', label: 'Template' },
] as const

/** Sends messages to the customer: any type while the service window is open, templates at any time. */
export function Composer({ details, kind }: { readonly details: ConversationDetails; readonly kind: Kind }) {
  const { openUntil } = details.window
  const isOpen = useNow((now) => (isWindowOpen(openUntil, now) ? 1 : 0)) === 1
  const isTakenOver = useNow((now) => (isWindowOpen(details.takeover.until, now) ? 1 : 0)) === 1
  const shown = isOpen ? kind : 'template'
  const hasAgent = !isTakenOver && details.effectiveRoute.agent !== null && details.mode !== 'webhook'
  return (
    <section className={classes.composer} aria-label="New message">
      {isOpen ? (
        <LinkTabs label="Message type" param="compose" value={kind} tabs={KINDS} />
      ) : (
        <Alert color="gray" p="xs" icon={<IconLock aria-hidden />}>
          {openUntil === null ? (
            'The customer has not written yet. You can only send approved templates.'
          ) : (
            <>
              The service window closed <When at={openUntil} />. You can only send approved templates until the customer
              writes again.
            </>
          )}
        </Alert>
      )}
      {isOpen && hasAgent && (
        <Text size="xs" c="dimmed">
          The agent is still replying. Take over to pause it.
        </Text>
      )}
      <ComposerOf kind={shown} details={details} />
    </section>
  )
}

function ComposerOf({ kind, details }: { readonly kind: Kind; readonly details: ConversationDetails }) {
  const { id } = details
  switch (kind) {
    case undefined:
      return <TextComposer conversationId={id} />
    case 'buttons':
      return <ButtonsComposer conversationId={id} />
    case 'media':
      return <MediaComposer conversationId={id} />
    case 'template':
      return <TemplateComposer conversationId={id} msgNumber={details.msgNumber} />
  }
}
