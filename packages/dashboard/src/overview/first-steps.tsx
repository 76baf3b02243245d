import { ActionIcon, Group, Progress, Text, Title } from '@mantine/core'
import { dismissFirstSteps, getFirstSteps } from '@replywright/contract/dashboard/overview.ts'
import { IconCircle, IconCircleCheckFilled, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { read } from '../api/call.ts'
import { useMe } from '../api/use-me.ts'
import { Panel } from '../ui/page.tsx'
import { useAction } from '../ui/use-action.ts'
import { openSteps, type Step } from './open-steps.ts'
import classes from './overview.module.css'

const STEP_TEXTS = {
  name: { title: 'Name your organisation', hint: 'The colleagues you invite see this name.' },
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

/** The first steps of the organisation, until all are done or the user hides them. */
export function FirstSteps() {
  const { data } = useQuery(read(getFirstSteps, {}))
  const { data: me } = useMe()
  const steps = data && me ? openSteps(data, me.organization) : undefined
  return steps && steps.live.length > 0 ? <StepsPanel {...steps} /> : null
}

function StepsPanel({ live, developers }: ReturnType<typeof openSteps>) {
  const hiding = useAction(dismissFirstSteps)
  const done = live.filter((step) => step.done).length
  return (
    <Panel
      title="Get started"
      actions={
        <>
          <Text c="dimmed">{progressText(done, live.length)}</Text>
          <ActionIcon
            aria-label="Hide these steps"
            title="Hide these steps"
            loading={hiding.isPending}
            onClick={() => hiding.run({})}
          >
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </>
      }
    >
      <Progress aria-label={progressText(done, live.length)} value={(100 * done) / live.length} size="sm" mb="sm" />
      <StepList steps={live} label="Go live" />
      <Title order={3} size="sm" mt="md" mb="xs">
        For developers
      </Title>
      <StepList steps={developers} label="For developers" />
    </Panel>
  )
}

function StepList({ steps, label }: { readonly steps: readonly Step[]; readonly label: string }) {
  const next = steps.find((step) => !step.done)
  return (
    <ol className={classes.steps} aria-label={label}>
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
              <Link {...STEP_LINKS[step]} className={classes.stepLink}>
                {STEP_TEXTS[step].title}
              </Link>
              {!isDone && <p className={classes.hint}>{STEP_TEXTS[step].hint}</p>}
            </div>
          </Group>
        </li>
      ))}
    </ol>
  )
}

/** The page on which each first step is done. */
const STEP_LINKS: Readonly<Record<Step['step'], Pick<LinkProps, 'to'>>> = {
  name: { to: '/organization' },
  agent: { to: '/agents/new' },
  trial: { to: '/agents' },
  number: { to: '/accounts' },
  routing: { to: '/numbers' },
  reply: { to: '/conversations' },
  endpoint: { to: '/webhooks/new' },
  api_key: { to: '/api-keys' },
  delivery: { to: '/webhooks' },
}
