import { ActionIcon, Button, Menu } from '@mantine/core'
import type { ConversationDetails } from '@messaging/contract/dashboard/conversations.ts'
import type { ThreadConversation } from '@messaging/contract/dashboard/thread.ts'
import { handBackConversation, takeOverConversation } from '@messaging/contract/takeover.ts'
import {
  IconChevronDown,
  IconHeadset,
  IconInbox,
  IconRobot,
  IconUserExclamation,
  IconWebhook,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useAction } from '../../api/use-action.ts'
import { useMay } from '../../api/use-may.ts'
import { words as chat } from '../../chat/words.ts'
import { Allowed } from '../../ui/allowed.tsx'
import { useShortcut } from '../../ui/shortcut.ts'
import { tellError } from '../../ui/tell.ts'
import { relativeTime } from '../../ui/time-words.ts'
import { useNow } from '../../ui/use-now.ts'
import { authorName } from '../author-words.ts'
import { type Handling, handlingOf } from '../handling.ts'
import { remainingText } from '../window-words.ts'
import classes from './composer.module.css'
import { words } from './words.ts'

const { handling: texts, durations } = words
const MINUTES = ['10', '30', '60', '240', '1440'] as const
const DEFAULT_MINUTES = 10

const ICONS = {
  'taken-over': IconHeadset,
  'needs-person': IconUserExclamation,
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
  const isTakenOver = kind === 'taken-over'
  const canTakeOver = kind === 'agent' || kind === 'needs-person'
  const takeOver = (durationMinutes: number) =>
    taking.mutate({ params: { id }, body: { durationMinutes } }, { onError: tellError })
  const handBack = () => handing.mutate({ params: { id }, body: { contact } }, { onError: tellError })
  const isPending = taking.isPending || handing.isPending
  useShortcut(
    'e',
    () => {
      if (isPending || !mayTakeOver) return
      if (isTakenOver) handBack()
      else if (canTakeOver) takeOver(DEFAULT_MINUTES)
    },
    chat.thread.toggleTakeover,
  )
  const Sign = ICONS[kind]
  return (
    <section className={classes.handling} aria-label={texts.label} data-kind={kind}>
      <Sign size={18} aria-hidden />
      <p className={classes.state}>
        <span role="status">{text}</span> {isTakenOver && <Left until={conversation.takeover.until} />}
      </p>
      <Allowed endpoint={takeOverConversation}>
        <div className={classes.changes}>
          {isTakenOver && (
            <>
              <Durations label={texts.extend} isPending={isPending} onChoose={takeOver}>
                <Button size="compact-sm" variant="default" loading={taking.isPending}>
                  {texts.extend}
                </Button>
              </Durations>
              <Button size="compact-sm" loading={handing.isPending} onClick={handBack}>
                {texts.handBack}
              </Button>
            </>
          )}
          {canTakeOver && (
            <Button.Group>
              <Button size="compact-sm" loading={taking.isPending} onClick={() => takeOver(DEFAULT_MINUTES)}>
                {texts.takeOver}
              </Button>
              <Durations label={texts.takeOver} isPending={isPending} onChoose={takeOver}>
                <ActionIcon size={26} aria-label={texts.chooseDuration} disabled={isPending}>
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
            {texts.fromNow(durations[minutes])}
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
      {left && texts.left(left)}
    </span>
  )
}

function handlingText(handling: Handling, details: ConversationDetails | undefined, now: number): string {
  const { agent = null, webhook = null } = details?.effectiveRoute ?? {}
  switch (handling.kind) {
    case 'taken-over':
      return handling.by?.isYou ? texts.you : texts.other(authorName(handling.by))
    case 'needs-person':
      return `${texts.needsPerson} · ${relativeTime(Date.parse(handling.since), now)}`
    case 'agent':
      return agent ? texts.agent(agent.name) : texts.anAgent
    case 'webhook':
      return webhook ? texts.webhook(webhook.name) : texts.aWebhook
    case 'none':
      return texts.none
  }
}
