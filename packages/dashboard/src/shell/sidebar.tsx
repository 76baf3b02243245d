import { Link } from '@tanstack/react-router'
import { useOperatorAccess } from '../api/use-me.ts'
import { WaitingCount } from '../conversations/waiting-watch.tsx'
import { NAVIGATION } from './navigation.ts'
import classes from './shell.module.css'

export function Sidebar({ onNavigate }: { readonly onNavigate?: () => void }) {
  const isOperator = useOperatorAccess() !== 'none'
  const groups = NAVIGATION.filter((group) => group.for === undefined || isOperator)
  return (
    <nav aria-label="Main" className={classes.nav}>
      {groups.map(({ label, entries }) => (
        <div key={label ?? 'top'}>
          {label && <p className={classes.groupTitle}>{label}</p>}
          <ul>
            {entries.map(({ label: name, to, icon: Sign }) => (
              <li key={name}>
                <Link to={to} className={classes.link} activeOptions={{ exact: to === '/' }} onClick={onNavigate}>
                  <Sign size={17} stroke={1.75} aria-hidden />
                  {name}
                  {to === '/conversations' && <WaitingCount className={classes.count} />}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}
