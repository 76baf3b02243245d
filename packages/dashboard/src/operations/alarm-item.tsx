import { Text } from '@mantine/core'
import type { Alarm } from '@messaging/contract/dashboard/operations.ts'
import { IconChevronRight } from '@tabler/icons-react'
import { LinkButton } from '../ui/link-button.tsx'
import { When } from '../ui/when.tsx'
import { AlarmState } from './alarm-state.tsx'
import classes from './alarms-page.module.css'
import { alarmSubject, alarmTitle, runbookSection } from './runbook.ts'

/** One alarm: its state, reason and runbook steps. Firing alarms are expanded. */
export function AlarmItem({ alarm: { name, description, state, reason, since } }: { readonly alarm: Alarm }) {
  const section = runbookSection(name)
  const queue = deadLettersOf(name)
  return (
    <li className={classes.alarm}>
      <details open={state === 'alarm'}>
        <summary className={classes.summary}>
          <AlarmState state={state} />
          <span className={classes.name}>
            {alarmTitle(name)}
            {section?.steps[0] && (
              <span className={classes.next}>
                {state === 'alarm' ? `Next: ${section.steps[0]}` : `If it fires: ${section.steps[0]}`}
              </span>
            )}
          </span>
          <IconChevronRight size={16} aria-hidden className={classes.chevron} />
        </summary>
        <div className={classes.more}>
          <div>
            <code>{name}</code>
            <div>{description}</div>
            {since && (
              <Text size="xs" c="dimmed" component="div">
                {state === 'alarm' ? 'In alarm since' : 'Since'} <When at={since} />
                {reason && `: ${reason}`}
              </Text>
            )}
            {!since && reason && (
              <Text size="xs" c="dimmed">
                {reason}
              </Text>
            )}
          </div>
          {section && (
            <div>
              <Text size="sm" fw={600}>
                Steps
              </Text>
              {section.means}
              <ol className={classes.steps}>
                {section.steps.map((step) => (
                  <li key={step}>{step}</li>
                ))}
              </ol>
            </div>
          )}
          {section?.steps.some((step) => step.includes('Checks')) && (
            <div>
              <LinkButton to="/operations/checks" size="xs" variant="default">
                Resend lost work
              </LinkButton>
            </div>
          )}
          {queue && (
            <div>
              <LinkButton to="/operations/queues/$queue" params={{ queue }} size="xs" variant="default">
                View dead letters
              </LinkButton>
            </div>
          )}
        </div>
      </details>
    </li>
  )
}

function deadLettersOf(name: string): string | undefined {
  const subject = alarmSubject(name)
  return subject?.title === 'DeadLetters' ? subject.what : undefined
}
