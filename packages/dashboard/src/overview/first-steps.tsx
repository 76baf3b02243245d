import { ActionIcon, Button, Group, Progress, Text } from '@mantine/core'
import {
  dismissFirstSteps,
  getFirstSteps,
  type FirstSteps as Steps,
} from '@messaging/contract/dashboard/first-steps.ts'
import { IconCircle, IconCircleCheckFilled, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { read } from '../api/read.ts'
import { useAction } from '../api/use-action.ts'
import { Allowed } from '../ui/allowed.tsx'
import { Panel } from '../ui/panel.tsx'
import { tellError } from '../ui/tell.ts'
import classes from './first-steps.module.css'
import { STEP_LINKS } from './step-links.ts'
import { words } from './words.ts'

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
      title={words.steps.title}
      actions={
        <>
          <Text size="sm" c="dimmed">
            {words.steps.progress(done, steps.length)}
          </Text>
          <Allowed endpoint={dismissFirstSteps} hides>
            {next ? (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={words.steps.dismissAll}
                title={words.steps.dismissAll}
                loading={hiding.isPending}
                onClick={hide}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            ) : (
              <Button size="xs" variant="default" loading={hiding.isPending} onClick={hide}>
                {words.steps.dismiss}
              </Button>
            )}
          </Allowed>
        </>
      }
    >
      <Progress
        aria-label={words.steps.progress(done, steps.length)}
        value={(100 * done) / steps.length}
        size="sm"
        mb="sm"
      />
      {next === undefined && (
        <Text size="sm" mb="sm">
          {words.steps.finished}
        </Text>
      )}
      <ol className={classes.steps}>
        {steps.map(({ step, done: isDone }) => (
          <li key={step} data-done={isDone || undefined} data-next={step === next?.step || undefined}>
            <Group gap="sm" wrap="nowrap" align="flex-start">
              <span className={classes.sign}>
                {isDone ? (
                  <IconCircleCheckFilled size={20} aria-label={words.steps.done} role="img" />
                ) : (
                  <IconCircle size={20} stroke={1.5} aria-label={words.steps.open} role="img" />
                )}
              </span>
              <div>
                <Link {...STEP_LINKS[step]} className={classes.link}>
                  {words.steps.texts[step].title}
                </Link>
                {!isDone && <p className={classes.hint}>{words.steps.texts[step].hint}</p>}
              </div>
            </Group>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
