import { ActionIcon, Button, Menu } from '@mantine/core'
import { controlConversation } from '@replywright/contract/control.ts'
import type { ConversationDetails } from '@replywright/contract/dashboard/conversations.ts'
import { requestAnswer, type ThreadConversation } from '@replywright/contract/dashboard/thread.ts'
import { handBackConversation, takeOverConversation } from '@replywright/contract/takeover.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import {
  IconArrowBackUp,
  IconArrowsExchange,
  IconChevronDown,
  IconHeadset,
  IconInbox,
  IconPlayerPause,
  IconRobot,
  IconUserExclamation,
  IconWebhook,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useMay } from '../../api/use-me.ts'
import { Allowed } from '../../ui/allowed.tsx'
import { tellError } from '../../ui/notices.tsx'
import { useShortcut } from '../../ui/shortcut.tsx'
import { relativeTime } from '../../ui/time-words.ts'
import { useAction } from '../../ui/use-action.ts'
import { useNow } from '../../ui/use-now.ts'
import { canAnswerNow, type Handling, handlingOf, TAKEOVER_MINUTES } from '../handling.ts'
import { authorName } from '../name-words.ts'
import { waitingText } from '../waiting-words.ts'
import { remainingText } from '../window-words.ts'
import classes from './composer.module.css'

const DURATION_NAMES = { '10': '10 minutes', '30': '30 minutes', '60': '1 hour', '240': '4 hours', '1440': '24 hours' }

const MINUTES = ['10', '30', '60', '240', '1440'] as const

/** A handback that can be undone for a while: the takeover is as long as it would have been. */
interface Undo {
  readonly id: string
  readonly minutes: number
  readonly until: EpochMs
}
const UNDO_MS = 15_000
const MINUTE_MS = 60_000

/** Returns the minutes until a takeover ends, rounded up; 0 without one. */
function minutesLeft(until: string | null, now: EpochMs): number {
  return until === null ? 0 : Math.max(0, Math.ceil((Date.parse(until) - now) / MINUTE_MS))
}

const ICONS = {
  'taken-over': IconHeadset,
  'needs-person': IconUserExclamation,
  'other-agent': IconArrowsExchange,
  paused: IconPlayerPause,
  agent: IconRobot,
  webhook: IconWebhook,
  none: IconInbox,
} as const

/** One line beside the composer: who handles the conversation and until when, and the buttons that change it. */
export function HandlingBar({
  conversation,
  details,
}: {
  readonly conversation: ThreadConversation
  readonly details: ConversationDetails | undefined
}) {
  const { id, contact } = conversation
  const hasAgent = details ? details.effectiveRoute.agent !== null : true
  const kind = useNow((now) => handlingOf(conversation, hasAgent, now).kind)
  const text = useNow((now) => handlingText(handlingOf(conversation, hasAgent, now), details, now))
  const mayTakeOver = useMay(takeOverConversation)
  const taking = useAction(takeOverConversation)
  const handing = useAction(handBackConversation)
  const controlling = useAction(controlConversation)
  const answering = useAction(requestAnswer, { done: 'The agent answers now' })
  const mayAnswer = useNow((now) => (details && canAnswerNow(conversation, hasAgent, now) ? 1 : 0)) === 1
  const isTakenOver = kind === 'taken-over'
  const isElsewhere = kind === 'other-agent'
  const canTakeOver = kind === 'agent' || kind === 'needs-person' || kind === 'paused' || isElsewhere
  const [undo, setUndo] = useState<Undo>()
  const mayUndo = useNow((now) => (undo?.id === id && now < undo.until ? 1 : 0)) === 1
  const takeOver = (durationMinutes: number) => {
    setUndo(undefined)
    taking.run({ params: { id }, body: { durationMinutes } })
  }
  const handBack = () => {
    const now = Date.now()
    const left = minutesLeft(conversation.takeover.until, now)
    handing.mutate(
      { params: { id }, body: { contact } },
      {
        onSuccess: () => setUndo(left > 0 ? { id, minutes: left, until: Date.now() + UNDO_MS } : undefined),
        onError: tellError,
      },
    )
  }
  const control = (action: 'take' | 'pass') => controlling.run({ params: { id }, body: { action } })
  const isPending = taking.isPending || handing.isPending || controlling.isPending || answering.isPending
  useShortcut(
    't',
    () => {
      if (isPending || !mayTakeOver) return
      if (isTakenOver) handBack()
      else if (canTakeOver) takeOver(TAKEOVER_MINUTES)
    },
    'Take over or hand back',
  )
  const Sign = ICONS[kind]
  return (
    <section className={classes.handling} aria-label="Who replies" data-kind={kind}>
      <Sign size={18} aria-hidden />
      <p className={classes.state}>
        <span role="status">{text}</span> {isTakenOver && <Left until={conversation.takeover.until} />}
        {/* The thread has a card for a request. */}
        {kind === 'needs-person' && conversation.waiting && conversation.waiting.kind !== 'asked' && (
          <span className={classes.reason} dir="auto" title={waitingText(conversation.waiting)}>
            {waitingText(conversation.waiting)}
          </span>
        )}
      </p>
      <Allowed endpoint={takeOverConversation}>
        <div className={classes.changes}>
          {isTakenOver && (
            <>
              <Durations label="Extend" isPending={isPending} onChoose={takeOver}>
                <Button size="compact-sm" variant="default" loading={taking.isPending}>
                  Extend
                </Button>
              </Durations>
              <Button size="compact-sm" loading={handing.isPending} onClick={handBack}>
                Hand back
              </Button>
            </>
          )}
          {mayAnswer && (
            <Button
              size="compact-sm"
              variant="default"
              loading={answering.isPending}
              onClick={() => answering.run({ params: { id } })}
            >
              Let the agent answer now
            </Button>
          )}
          {(kind === 'needs-person' || kind === 'paused') && (
            <Button size="compact-sm" variant="default" loading={handing.isPending} onClick={handBack}>
              Hand back
            </Button>
          )}
          {isElsewhere && (
            <Button size="compact-sm" variant="default" loading={controlling.isPending} onClick={() => control('take')}>
              Let our agent reply
            </Button>
          )}
          {kind === 'agent' && conversation.control === 'service' && (
            <Button size="compact-sm" variant="default" loading={controlling.isPending} onClick={() => control('pass')}>
              Pass to the other agent
            </Button>
          )}
          {mayUndo && undo && !isTakenOver && (
            <Button
              size="compact-sm"
              variant="default"
              loading={taking.isPending}
              leftSection={<IconArrowBackUp size={14} aria-hidden />}
              onClick={() => takeOver(undo.minutes)}
            >
              Undo hand back
            </Button>
          )}
          {canTakeOver && (
            <Button.Group>
              <Button size="compact-sm" loading={taking.isPending} onClick={() => takeOver(TAKEOVER_MINUTES)}>
                Take over
              </Button>
              <Durations label="Take over" isPending={isPending} onChoose={takeOver}>
                <ActionIcon variant="filled" color="indigo" size={26} aria-label="Choose how long" disabled={isPending}>
                  <IconChevronDown size={14} aria-hidden />
                </ActionIcon>
              </Durations>
            </Button.Group>
          )}
        </div>
      </Allowed>
    </section>
  )
}

function Durations({
  label,
  isPending,
  onChoose,
  children,
}: {
  readonly label: string
  readonly isPending: boolean
  readonly onChoose: (minutes: number) => void
  readonly children: ReactNode
}) {
  return (
    <Menu position="top-end" disabled={isPending}>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{label}</Menu.Label>
        {MINUTES.map((minutes) => (
          <Menu.Item key={minutes} onClick={() => onChoose(Number(minutes))}>
            {DURATION_NAMES[minutes]} from now
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** The remaining time of a takeover. It is not in the status, which would be announced each second. */
function Left({ until }: { readonly until: string | null }) {
  const left = useNow((now) => (until === null ? '' : remainingText(until, now)))
  return (
    <span className={classes.left} role="timer">
      {left && `· ${left} left`}
    </span>
  )
}

function handlingText(handling: Handling, details: ConversationDetails | undefined, now: EpochMs): string {
  const { agent = null, webhook = null } = details?.effectiveRoute ?? {}
  switch (handling.kind) {
    case 'taken-over':
      return handling.by?.isYou ? 'You have taken over' : `${authorName(handling.by)} has taken over`
    case 'needs-person':
      return `The customer is waiting · ${relativeTime(Date.parse(handling.since), now)}`
    case 'other-agent':
      return 'Another agent on the number replies'
    case 'paused':
      return 'The agent is silent until somebody hands back'
    case 'agent':
      return agent ? `${agent.name} replies` : 'The agent replies'
    case 'webhook':
      return webhook ? `Endpoint ${webhook.name} handles this conversation` : 'An endpoint handles this conversation'
    case 'none':
      return 'No agent replies. Messages are only stored'
  }
}
