import { Outlet } from '@tanstack/react-router'
import { words } from '../shell/words.ts'
import classes from './session-layout.module.css'

export function SessionLayout() {
  return (
    <main className={classes.page}>
      <div className={classes.card}>
        <p className={classes.brand}>
          <img src="/favicon.svg" alt="" width={28} height={28} />
          {words.brand}
        </p>
        <Outlet />
      </div>
    </main>
  )
}
