import { Button, Group } from '@mantine/core'
import { changeWaitingMail, getWaitingMail } from '@replywright/contract/dashboard/waiting-mail.ts'
import { IconBell, IconBellOff, IconMail, IconMailOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '../api/call.ts'
import type { InputOf } from '../api/send.ts'
import { useAction } from '../ui/use-action.ts'
import { mayNotify, setNotify } from './notifications.ts'

const SMALL = { size: 'compact-xs', variant: 'subtle', justify: 'flex-start' } as const

/** How the user learns of customers who begin to wait. */
export function WaitingNotices() {
  return (
    <Group gap="xs">
      <NotifyButton />
      <MailButtons />
    </Group>
  )
}

/** Turns notifications of customers who begin to wait on and off. */
function NotifyButton() {
  const [isOn, setOn] = useState(mayNotify)
  return (
    <Button
      {...SMALL}
      aria-pressed={isOn}
      leftSection={isOn ? <IconBellOff size={14} aria-hidden /> : <IconBell size={14} aria-hidden />}
      onClick={() => void setNotify(!isOn).then(setOn)}
    >
      {isOn ? 'Stop notifications' : 'Notify me in this browser'}
    </Button>
  )
}

/** Turns mails about customers who begin to wait, and about those who still wait, on and off: for the user in this organisation. */
function MailButtons() {
  const { data } = useQuery(read(getWaitingMail, {}))
  if (!data) return null
  const { wantsMail, wantsLongWaitMail } = data
  return (
    <>
      <MailButton isOn={wantsMail} change={{ wantsMail: !wantsMail }}>
        {wantsMail ? 'Stop mails' : 'Mail me'}
      </MailButton>
      <MailButton isOn={wantsLongWaitMail} change={{ wantsLongWaitMail: !wantsLongWaitMail }}>
        {wantsLongWaitMail ? 'Stop mails after 15 minutes' : 'Mail me after 15 minutes'}
      </MailButton>
    </>
  )
}

function MailButton({
  isOn,
  change,
  children,
}: {
  readonly isOn: boolean
  readonly change: InputOf<typeof changeWaitingMail>['body']
  readonly children: string
}) {
  const changing = useAction(changeWaitingMail)
  return (
    <Button
      {...SMALL}
      aria-pressed={isOn}
      loading={changing.isPending}
      leftSection={isOn ? <IconMailOff size={14} aria-hidden /> : <IconMail size={14} aria-hidden />}
      onClick={() => changing.run({ body: change })}
    >
      {children}
    </Button>
  )
}
