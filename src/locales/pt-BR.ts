import { tagNames } from '../core/tag-names/pt-BR.ts'
import { usecaseNames } from '../core/usecase-names/pt-BR.ts'
import { entriesOf } from './format/entries-of.ts'
import type { Messages } from './format/messages.ts'

/** The texts of the kit in Brazilian Portuguese. */
export const ptBR = {
  'language.tag': 'pt-BR',

  'screen.title': '{company} pede a sua permissão',
  'screen.title.update': '{company} mudou o que pede',
  'screen.title.expired': 'Sua licença para {company} terminou',
  'screen.close': 'Fechar sem decidir',
  'screen.toDecision': 'Ir para a sua escolha',
  'screen.checking': 'Procurando uma licença neste aparelho',

  'decision.label': 'Sua escolha',
  'decision.accept': 'Concordar e criar a licença',
  'decision.decline': 'Recusar',
  'decision.decline.update': 'Manter o que já aceitei',
  'decision.notice':
    'Com “{accept}”, você assina os termos completos neste aparelho. Com “{decline}”, nada é assinado e nada é enviado.',
  'decision.missing.title': 'Antes de concordar',
  'decision.missing.reading': 'Leia os termos completos até o fim',
  'decision.missing.terms': 'Os termos completos precisam estar na tela primeiro',
  'decision.missing.purposes': 'Ligue pelo menos uma finalidade ou recuse',
  'decision.missing.visibility': 'Feche o que está por cima desta escolha',
  'decision.obscured': 'Algo cobre esta escolha. Feche o que está por cima e escolha de novo.',

  'summary.label': 'Em resumo',
  'summary.parties': 'Quem pede',
  'summary.data': 'Seus dados',
  'summary.purposes': 'Para quê',
  'summary.recipients': 'Quem recebe',
  'summary.duration': 'Até quando',
  'summary.reward': 'O que você recebe',
  'summary.withdrawal': 'Como retirar',
  'summary.law': 'Lei aplicável',
  'summary.data.any': 'qualquer dado',
  'summary.recipients.any': 'quem {company} escolher',
  'summary.duration.none': 'Sem data final. Vale até você retirar a permissão.',
  'summary.duration.until': 'Até {date}, ou até você retirar a permissão',
  'summary.reward.none': 'Nenhuma recompensa',
  'summary.withdrawal.how': 'A qualquer momento, neste app. Sem precisar de motivo.',
  'summary.clause': '{topic}: ler esta cláusula',
  'summary.contact': 'Contato: {contact}',

  'purposes.necessary': 'Necessário para esta licença',
  'purposes.optional': 'Sua escolha: desligado até você ligar',
  'purposes.recipients': 'Vai para: {recipients}',
  'purposes.on': 'Sua escolha: ligado',
  'purposes.off': 'Sua escolha: desligado',
  'purposes.any': 'qualquer finalidade',

  'terms.label': 'Termos completos',
  'terms.outline': 'Nestes termos',
  'terms.minutes': {
    one: 'Cerca de {count} minuto de leitura',
    many: 'Cerca de {count} minutos de leitura',
    other: 'Cerca de {count} minutos de leitura',
  },
  'terms.language': 'Estes termos estão em {language}.',
  'terms.translated': 'Você está lendo uma tradução automática. Você assina o original em {language}.',
  'terms.original': 'Mostrar o original',
  'terms.leaves': 'abre {host} em uma nova aba',
  'terms.image': 'Imagem não exibida: {text}',
  'terms.blockedLink': 'link removido',
  'terms.hidden': 'Estes termos continham caracteres invisíveis ou que mudam a direção do texto. Eles aparecem como marcas.',
  'terms.long': 'Este texto é muito longo. Ele aparece sem formatação.',
  'terms.end': 'Fim dos termos',
  'terms.progress': '{percent} lido',
  'terms.loading': 'Carregando os termos completos',
  'terms.error':
    'Os termos completos não foram carregados. Sem eles você não pode concordar. Verifique sua conexão e tente de novo.',
  'terms.invalid':
    'Estes termos não estão completos, por isso você não pode concordar com eles. Tente de novo ou volte mais tarde.',

  'status.offline': 'Você está sem conexão. Mesmo assim pode decidir: sua escolha fica neste aparelho e é enviada depois.',
  'status.offline.memory':
    'Você está sem conexão. Mesmo assim pode decidir, mas deixe a página aberta até sua escolha ser enviada.',
  'status.queued.title': 'Assinado, à espera da rede',
  'status.queued':
    'Sua permissão está assinada e segura neste aparelho. Ela vira uma licença quando chegar ao serviço de licenças.',
  'status.queued.memory':
    'Sua permissão está assinada, mas este navegador não guarda dados desta página. Deixe a página aberta até ela chegar ao serviço de licenças.',
  'status.retry.failed':
    'Não funcionou: o serviço de licenças ainda não respondeu. Sua decisão está guardada e será enviada automaticamente.',
  'status.retry.failed.memory':
    'Não funcionou: o serviço de licenças ainda não respondeu. Deixe esta página aberta até sua decisão ser enviada.',
  'status.sending.title': 'Sua permissão está sendo enviada',
  'status.sending': 'Você concordou, e sua permissão assinada está a caminho do serviço de licenças. Você ainda pode interromper.',
  'status.submitting': 'Criando sua licença. Isso leva um instante.',
  'status.licensed.title': 'Sua licença está pronta',
  'status.licensed': 'Você deu permissão a {company} em {date}. Este é o seu recibo: guarde-o.',
  'status.already.title': 'Você já concordou',
  'status.already': 'Você deu permissão a {company} em {date}. Não há mais nada a fazer.',
  'status.declined.title': 'Você recusou',
  'status.declined':
    'Nada foi assinado e nada foi enviado. Não vamos perguntar de novo tão cedo. Você pode mudar de ideia aqui a qualquer momento.',
  'status.dismissed.title': 'Você ainda não decidiu',
  'status.dismissed': 'Nada foi assinado e nada foi enviado.',
  'status.withdrawing': 'Sua permissão termina na hora neste aparelho. O serviço de licenças está sendo avisado.',
  'status.withdrawing.title': 'Retirando sua permissão',
  'status.withdrawn.title': 'Você retirou sua permissão',
  'status.withdrawn': 'Sua licença terminou em {date}. {company} não pode mais usar seus dados com base nela.',
  'status.withdrawn.queued':
    'Sua retirada está assinada e vale neste aparelho. Ela será enviada assim que o serviço de licenças puder ser alcançado.',
  'status.withdrawn.memory':
    'Este navegador não guarda dados desta página. Deixe a página aberta até sua retirada chegar ao serviço de licenças. Se você a fechar antes disso, o que o serviço já tem continua em vigor.',
  'status.expiring.title': 'Sua licença termina em breve',
  'status.expiring': 'Ela termina em {date}. Você pode concordar de novo ou deixar terminar.',
  'status.expired': 'Ela terminou em {date}. {company} precisa de novo da sua permissão para usar seus dados.',
  'status.device.title': 'A chave deste aparelho foi perdida',
  'status.device':
    'O armazenamento foi apagado, então uma licença anterior não pode ser encontrada daqui. Se você concordar, este aparelho recebe uma nova chave e uma nova licença.',
  'status.memory':
    'Este navegador não guarda dados desta página. Sua licença continua válida, mas esta página pode perguntar de novo.',
  'status.unsupported.title': 'Este navegador não consegue assinar',
  'status.unsupported':
    'Falta a ele o que uma licença assinada exige. Nada foi assinado. Use um navegador atual ou abra esta página por https.',
  'status.kept.title': 'Você mantém o que aceitou',
  'status.kept': 'Nada mudou. Sua licença de {date} continua valendo.',

  'action.retry': 'Tentar de novo',
  'action.retrying': 'Tentando de novo …',
  'action.stop': 'Interromper e retirar',
  'action.review': 'Rever e decidir',
  'action.reconsider': 'Mudar de ideia',
  'action.done': 'Pronto',
  'action.close': 'Fechar',
  'action.renew': 'Rever e renovar',

  'error.title': 'Sua licença não foi criada',
  'error.withdraw.title': 'Sua permissão não foi retirada',
  'error.network': 'O serviço de licenças não respondeu. Sua escolha está guardada. Tente de novo daqui a pouco.',
  'error.unloaded':
    'Uma parte desta página não foi carregada, então nada foi assinado. Conecte-se à internet e tente de novo. Se não resolver, recarregue esta página.',
  'error.refused': 'O serviço de licenças recusou esta licença. Nada foi guardado. Tente de novo ou volte mais tarde.',
  'error.setup': 'Este app está configurado de forma errada. Tentar de novo não adianta: quem cuida do app precisa corrigir.',
  'error.changed': 'Os termos mudaram enquanto você lia. Leia os novos termos e decida de novo.',
  'error.storage':
    'Este navegador não conseguiu guardar sua escolha. Libere espaço ou permita o armazenamento para esta página e tente de novo.',
  'error.other': 'Algo deu errado. Tente de novo ou volte mais tarde.',
  'error.code': 'Código: {code}',

  'receipt.title': 'Recibo da licença de dados',
  'receipt.between': 'Entre',
  'receipt.parties': '{company} e você, com a chave deste aparelho',
  'receipt.agreed': 'Aceito em',
  'receipt.data': 'Dados',
  'receipt.purposes': 'Finalidades',
  'receipt.recipients': 'Destinatários',
  'receipt.until': 'Até',
  'receipt.until.none': 'Sem data final, até você retirar a permissão',
  'receipt.reward': 'Recompensa',
  'receipt.number': 'Número da licença',
  'receipt.device': 'Chave deste aparelho',
  'receipt.fingerprint': 'Impressão digital dos termos',
  'receipt.origin': 'App',
  'receipt.status': 'Situação',
  'receipt.status.active': 'Ativa',
  'receipt.status.superseded': 'Substituída por uma licença mais nova',
  'receipt.status.revoked': 'Retirada',
  'receipt.status.expired': 'Terminada',
  'receipt.status.erased': 'Apagada',
  'receipt.verified': 'A assinatura de {issuer} é válida, verificada neste aparelho',
  'receipt.unverified':
    'A assinatura ainda não foi verificada. Ela será verificada quando o serviço de licenças puder ser acessado.',
  'receipt.terms': 'Os termos que você aceitou',
  'receipt.downloadJson': 'Baixar como dados (JSON)',
  'receipt.downloadHtml': 'Baixar como página (HTML)',
  'receipt.print': 'Imprimir',
  'receipt.view': 'Ver recibo',
  'receipt.unmade':
    'Não foi possível criar este arquivo, porque uma parte desta página não foi carregada. Conecte-se à internet e tente de novo.',
  'receipt.page.consistent': 'Esta página concorda consigo mesma. Compare esta impressão digital com a que {issuer} publica:',
  'receipt.page.invalid': 'A assinatura deste recibo não é válida. Não confie nele.',
  'receipt.page.unchecked': 'Esta página não pôde verificar a assinatura aqui. Abra-a em um navegador atual.',
  'receipt.page.how':
    'Esta página contém a própria chave, por isso não pode mostrar quem a fez. Ela se verifica sozinha, sem rede.',

  'settings.title': 'Permissão para usar seus dados',
  'settings.none': 'Você não deu a {company} permissão para usar seus dados.',
  'settings.none.hint': 'Nada está assinado e nada é compartilhado com base em uma licença.',
  'settings.since': 'Permissão dada em {date}',
  'settings.allows': 'O que você permite',
  'settings.change': 'Mudar suas escolhas',
  'settings.change.hint': 'Uma mudança cria uma nova licença que substitui esta.',
  'settings.change.none': 'Todas as finalidades desta licença são necessárias. Para parar, retire sua permissão.',
  'settings.withdraw': 'Retirar a permissão',
  'settings.withdraw.hint': 'Vale na hora. Sem precisar de motivo.',
  'settings.stops': 'O que para',
  'settings.stops.text': '{company} não pode mais coletar nem usar seus dados com base nesta licença.',
  'settings.stays': 'O que permanece',
  'settings.stays.text':
    'O que foi feito antes da retirada continua lícito. O registro de que você concordou e retirou a permissão fica guardado como prova.',
  'settings.delete': 'Pedir que os dados deste app sejam apagados',
  'settings.deleted': 'O app recebeu o pedido de apagar o que guarda.',
  'settings.review': 'Rever o pedido',

  'link.settings': 'Permissão para usar seus dados',

  'gate.locked': 'Isto precisa da sua permissão',
  'gate.locked.text': 'Só funciona enquanto {company} puder usar seus dados para: {purpose}.',
  'gate.ask': 'Rever o pedido',

  'notice.title': '{company} atualiza seus termos',
  'notice.title.material': '{company} pede que você concorde com termos alterados',
  'notice.effective': 'A mudança vale a partir de {date}.',
  'notice.deadline': 'Decida até {date}. Enquanto você não decidir, continua valendo o que você aceitou.',
  'notice.minor': 'Uma mudança pequena: ela não permite nada além do que você aceitou. Você não precisa fazer nada.',
  'notice.show': 'Mostrar o que mudou',
  'notice.later': 'Agora não',

  'checkbox.label': 'Concordo com os {terms} de {company}',
  'checkbox.terms': 'termos da licença de dados',
  'checkbox.required': 'Para continuar, concorde com os termos da licença de dados.',

  'diff.label': 'O que mudou',
  'diff.summary': {
    one: '{count} mudança no texto',
    many: '{count} mudanças no texto',
    other: '{count} mudanças no texto',
  },
  'diff.none': 'O texto é o mesmo.',
  'diff.next': 'Próxima mudança',
  'diff.previous': 'Mudança anterior',
  'diff.position': 'Mudança {index} de {count}',
  'diff.added': 'Adicionado',
  'diff.removed': 'Removido',
  'diff.changed': 'Alterado',
  'diff.moved': 'Movido',
  'diff.widened': 'Mais amplo que antes',
  'diff.narrowed': 'Mais restrito que antes',
  'diff.minor': 'Uma mudança pequena: ela não permite nada além do que você aceitou.',
  'diff.material': 'Isto muda o que você aceitou, por isso perguntamos de novo.',
  'diff.unchanged': 'Texto sem mudança omitido',
  'diff.start': 'início do texto adicionado',
  'diff.end': 'fim do texto adicionado',
  'diff.deletedStart': 'início do texto removido',
  'diff.deletedEnd': 'fim do texto removido',

  ...entriesOf('usecase', usecaseNames),

  ...entriesOf('tag', tagNames),
} as const satisfies Messages

export default ptBR
