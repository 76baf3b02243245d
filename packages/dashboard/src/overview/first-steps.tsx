import { ActionIcon, Button, Group, Progress, Text } from '@mantine/core'
import {
  dismissFirstSteps,
  type FirstStep,
  getFirstSteps,
  type FirstSteps as Steps,
} from '@messaging/contract/dashboard/first-steps.ts'
import { IconCircle, IconCircleCheckFilled, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { read } from '../api/read.ts'
import { useAction } from '../api/use-action.ts'
import { Allowed } from '../ui/allowed.tsx'
import { Panel } from '../ui/panel.tsx'
import { tellError } from '../ui/tell.ts'
import classes from './first-steps.module.css'

const STEP_TEXTS = {
  organization: { title: 'Create an organisation', hint: 'Invite colleagues to work with you.' },
  agent: { title: 'Create an agent', hint: 'It answers customers with your instructions and tools.' },
  trial: { title: 'Try your agent', hint: 'Chat with it as a customer, without a phone.' },
  number: { title: 'Connect a phone number', hint: 'Customers write to it. Until then, use the sandbox number.' },
  routing: { title: 'Let an agent answer on your number', hint: 'Until then, the number only stores messages.' },
  reply: { title: 'Get a reply as a customer', hint: 'Write to your number from a phone. The agent replies.' },
  endpoint: {
    title: 'Create an endpoint to receive events',
    hint: 'A URL of yours that gets each message as a signed request.',
  },
  api_key: { title: 'Create an API key', hint: 'Your program sends messages and manages agents with it.' },
  delivery: { title: 'Receive your first event', hint: 'Send a test event to your endpoint and see it arrive.' },
}

function progressText(done: number, total: number): string {
  return `${done} of ${total} done`
}

/** The first steps of the organisation, until a member hides them. */
export function FirstSteps() {
  const { data } = useQuery(read(getFirstSteps, {}))
  return data && !data.dismissed ? <StepsPanel steps={data.steps} /> : null
}

function StepsPanel({ steps }: Pick<Steps, 'steps'>) {
  const hiding = useAction(dismissFirstSteps)
  const done = steps.filter((step) => step.done).length
  const next = steps.find((step) => !step.done)
  const hide = () => hiding.mutate({}, { onError: tellError })
  return (
    <Panel
      title="Get started"
      actions={
        <>
          <Text size="sm" c="dimmed">
            {progressText(done, steps.length)}
          </Text>
          <Allowed endpoint={dismissFirstSteps} hides>
            {next ? (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label="Hide these steps"
                title="Hide these steps"
                loading={hiding.isPending}
                onClick={hide}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            ) : (
              <Button size="xs" variant="default" loading={hiding.isPending} onClick={hide}>
                Hide
              </Button>
            )}
          </Allowed>
        </>
      }
    >
      <Progress aria-label={progressText(done, steps.length)} value={(100 * done) / steps.length} size="sm" mb="sm" />
      {next === undefined && (
        <Text size="sm" mb="sm">
          You are live: an agent answered a customer on your number.
        </Text>
      )}
      <ol className={classes.steps}>
        {steps.map(({ step, done: isDone }) => (
          <li key={step} data-done={isDone || undefined} data-next={step === next?.step || undefined}>
            <Group gap="sm" wrap="nowrap" align="flex-start">
              <span className={classes.sign}>
                {isDone ? (
                  <IconCircleCheckFilled size={20} aria-label="Done" role="img" />
                ) : (
                  <IconCircle size={20} stroke={1.5} aria-label="To do" role="img" />
                )}
              </span>
              <div>
                <Link {...STEP_LINKS[step]} className={classes.link}>
                  {STEP_TEXTS[step].title}
                </Link>
                {!isDone && <p className={classes.hint}>{STEP_TEXTS[step].hint}</p>}
              </div>
            </Group>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

/** The page on which each first step is done. */
const STEP_LINKS: Readonly<Record<FirstStep, Pick<LinkProps, 'to'>>> = {
  organization: { to: '/organization' },
  agent: { to: '/agents/new' },
  trial: { to: '/agents' },
  number: { to: '/accounts' },
  routing: { to: '/numbers' },
  reply: { to: '/conversations' },
  endpoint: { to: '/webhooks/new' },
  api_key: { to: '/api-keys' },
  delivery: { to: '/webhooks' },
}
