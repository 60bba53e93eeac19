import 'mvp.css/mvp.css'
import './classes.css'

export const padding = 'my-screen'
export const centered = 'my-title'
