import { ActionIcon, Button, CloseButton, SegmentedControl, Tooltip } from '@mantine/core'
import type { Agent } from '@replywright/contract/agents.ts'
import { getTrial, sendTurn } from '@replywright/contract/dashboard/trials.ts'
import { deleteTrial, type Trial } from '@replywright/contract/trials.ts'
import { IconRotate } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import { read } from '../../api/call.ts'
import chat from '../../chat/chat.module.css'
import { chatItems } from '../../chat/chat-items.ts'
import { ChatLog } from '../../chat/chat-log.tsx'
import { ClockTime, MessageBubble, PendingBubble, Typing } from '../../chat/message-bubble.tsx'
import { MessageField } from '../../chat/message-field.tsx'
import { FormError } from '../../ui/form-parts.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Loaded, RowsSkeleton } from '../../ui/page.tsx'
import { useAction } from '../../ui/use-action.ts'
import { isTextList } from '../editor/agent-values.ts'
import { Picture } from '../picture-panel.tsx'
import classes from './phone.module.css'
import { pollDelay } from './poll-delay.ts'

const SaveTest = lazyPart(async () => (await import('../tests/save-test.tsx')).SaveTest)

interface PhoneProps {
  readonly agent: Agent
  readonly isUnsaved: boolean
  readonly onClose?: () => void
}

type Turns = ReturnType<typeof useTurns>

/** Returns what the user writes and sends in a trial. A text that could not be sent comes back. */
function useTurns(id: string, trialId: 'own' | 'own-draft') {
  const [text, setText] = useState('')
  const params = { id, trialId }
  const { mutate, isPending, variables, error } = useAction(sendTurn)
  return {
    params,
    text,
    setText,
    isPending,
    pending: isPending ? variables.body?.text : undefined,
    error,
    send: (sent: string) =>
      mutate({ params, body: { text: sent, trialId } }, { onError: () => setText((typed) => typed || sent) }),
  }
}

/**
 * A simulated customer phone to try an agent, or its draft if it has one. It uses the sandbox number. A message that is sent stays
 * visible while the user looks at the other version.
 */
export function Phone({ draft, ...props }: PhoneProps & { readonly draft: Agent | undefined }) {
  const [isPublished, setPublished] = useState(false)
  const published = useTurns(props.agent.id, 'own')
  const drafted = useTurns(props.agent.id, 'own-draft')
  if (!draft) return <Chat key="published" {...props} turns={published} />
  const choice = (
    <SegmentedControl
      size="xs"
      fullWidth
      aria-label="Version"
      data={['Draft', 'Published']}
      value={isPublished ? 'Published' : 'Draft'}
      onChange={(chosen) => setPublished(chosen === 'Published')}
    />
  )
  return isPublished ? (
    <Chat key="published" {...props} turns={published} choice={choice} />
  ) : (
    <Chat key="draft" {...props} agent={draft} turns={drafted} choice={choice} />
  )
}

function Chat({
  agent,
  isUnsaved,
  onClose,
  turns,
  choice,
}: PhoneProps & { readonly turns: Turns; readonly choice?: ReactNode }) {
  const { params, pending, error, send } = turns
  const query = useQuery({
    ...read(getTrial, { params }),
    refetchInterval: ({ state }) => pollDelay(state.data, Date.now()),
  })
  const restarting = useAction(deleteTrial)
  return (
    <section className={classes.phone} aria-label={`Try ${agent.name}`} data-composer="phone">
      <div className={classes.header}>
        <Picture url={agent.profilePicture} size={34} />
        <div className={classes.title}>
          <div className={classes.name}>{agent.name}</div>
          <div className={classes.note}>Sandbox, not visible to customers</div>
        </div>
        <Tooltip label="Reset chat">
          <ActionIcon aria-label="Reset chat" loading={restarting.isPending} onClick={() => restarting.run({ params })}>
            <IconRotate size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
        {onClose && <CloseButton aria-label="Close" onClick={onClose} />}
      </div>
      {isUnsaved && (
        <div className={classes.unsaved} role="status">
          Save your changes or a draft to try them.
        </div>
      )}
      {choice}
      <div className={chat.messages}>
        <Loaded query={query} skeleton={<RowsSkeleton rows={3} />}>
          {(trial) => <TrialLog agent={agent} trial={trial} pending={pending} onReply={send} />}
        </Loaded>
      </div>
      {query.data && (
        <Suspense>
          <SaveTest
            chat={{ ...query.data, messages: query.data.messages.filter(isVisible), agentId: agent.id }}
            customerName=""
          />
        </Suspense>
      )}
      {error && (
        <div className={classes.error}>
          <FormError error={error} />
        </div>
      )}
      <MessageField
        className={classes.compose}
        placeholder="Message"
        maxRows={5}
        text={turns.text}
        onText={turns.setText}
        onSend={(sent) => {
          turns.setText('')
          send(sent)
        }}
        isSending={turns.isPending}
      />
    </section>
  )
}

function TrialLog({
  agent,
  trial,
  pending,
  onReply,
}: {
  readonly agent: Agent
  readonly trial: Trial
  readonly pending: string | undefined
  readonly onReply: Turns['send']
}) {
  const isNew = trial.messages.length === 0 && pending === undefined
  const isReplying = trial.state === 'answering'
  return (
    <ChatLog
      label={`Chat with ${agent.name}`}
      items={chatItems(trial.messages.filter(isVisible), trial.turns)}
      before={isNew && <Start agent={agent} onReply={onReply} />}
      after={
        <>
          {pending !== undefined && <PendingBubble text={pending} />}
          {isReplying && <Typing label={`${agent.name} is replying`} />}
          {trial.state === 'failed' && (
            <div className={classes.start} role="alert">
              The agent couldn’t reply. A customer would now wait for a person. Check the agent’s model, then send
              another message.
            </div>
          )}
        </>
      }
      renderMessage={(message) => (
        <MessageBubble
          key={message.id}
          message={message}
          side={message.direction === 'inbound' ? 'end' : 'start'}
          meta={<ClockTime at={message.createdAt} />}
          onReply={onReply}
        />
      )}
    />
  )
}

/** Returns whether to show a message. Hides the command that starts a trial. */
function isVisible({ direction, text }: Trial['messages'][number]): boolean {
  return !(direction === 'inbound' && text.startsWith('/connect:'))
}

function Start({ agent, onReply }: { readonly agent: Agent; readonly onReply: Turns['send'] }) {
  const icebreakers = isTextList(agent.icebreakers) ? agent.icebreakers : []
  return (
    <div className={classes.start}>
      Send a message as a customer.
      {icebreakers.map((text) => (
        <Button key={text} size="compact-sm" variant="light" radius="xl" onClick={() => onReply(text)}>
          {text}
        </Button>
      ))}
    </div>
  )
}
