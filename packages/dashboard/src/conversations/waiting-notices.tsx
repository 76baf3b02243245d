import { Button, Group } from '@mantine/core'
import { changeWaitingMail, getWaitingMail } from '@replywright/contract/dashboard/waiting-mail.ts'
import { IconBell, IconBellOff, IconMail, IconMailOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '../api/call.ts'
import { useAction } from '../ui/use-action.ts'
import { mayNotify, setNotify } from './notifications.ts'

const SMALL = { size: 'compact-xs', variant: 'subtle', justify: 'flex-start' } as const

/** How the user learns of customers who begin to wait. */
export function WaitingNotices() {
  return (
    <Group gap="xs">
      <NotifyButton />
      <MailButton />
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

/** Turns mails about customers who begin to wait on and off, for the user in this organisation. */
function MailButton() {
  const { data } = useQuery(read(getWaitingMail, {}))
  const changing = useAction(changeWaitingMail)
  if (!data) return null
  const { wantsMail } = data
  return (
    <Button
      {...SMALL}
      aria-pressed={wantsMail}
      loading={changing.isPending}
      leftSection={wantsMail ? <IconMailOff size={14} aria-hidden /> : <IconMail size={14} aria-hidden />}
      onClick={() => changing.run({ body: { wantsMail: !wantsMail } })}
    >
      {wantsMail ? 'Stop mails' : 'Mail me'}
    </Button>
  )
}
