import 'sakura.css/css/sakura.css'
import './sakura.css'
import './classes.css'

export const padding = 'my-screen'
export const centered = 'my-title'
