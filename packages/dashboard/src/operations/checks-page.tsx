import { Page } from '../ui/page.tsx'
import { DoctorPanel } from './doctor-panel.tsx'
import { OperatorsOnly } from './operators-only.tsx'
import { ReconcilePanel } from './reconcile-panel.tsx'
import { words } from './words.ts'

export function ChecksPage() {
  return (
    <Page title={words.checks.title} description={words.checks.description}>
      <OperatorsOnly>
        {() => (
          <>
            <DoctorPanel />
            <ReconcilePanel />
          </>
        )}
      </OperatorsOnly>
    </Page>
  )
}
