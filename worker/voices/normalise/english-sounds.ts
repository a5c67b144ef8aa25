/**
 * English words as sounds, one letter each: consonants as in the alphabet, and c (church), S (ship), Z
 * (measure), T (thin), D (this), N (sing); vowels a (cup), A (father), i I (bit, beat), u U (put, boot), e
 * (bed, day), E (cat), o (go), O (hot), Y (my), W (now), X (boy). These are the words that Hindi and Bengali
 * texts borrow, and those whose spelling misleads.
 */
export const ENGLISH_SOUNDS: ReadonlyMap<string, string> = new Map(
  `a e|about abWt|account akWnt|again agen|ai eAI|all Ol|am Em|amazon EmezOn|america amerikA|an En|and End
  android EndrYd|any eni|app Ep|apple Epal|apps Eps|april epril|are Ar|as Ez|at Et|audio Odiyo|august agast
  back bEk|bangladesh bANlAdeS|bank bENk|battery bEtarI|be bI|because bikOz|been bin|before biforx|best best
  big big|birth barT|black blEk|blog blOg|blue blU|bollywood bOlIwud|book buk|both boT|box bOks|brother braDar
  browser brWzar|bus bas|business biznes|but bat|by bY|call kOl|camera kEmarA|can kEn|car kAr|card kArd|cell sel
  center sentar|chance cAns|change cenj|channel cEnal|chat cEt|chatgpt cEt jI pI tI|check cek|chef Sef
  cinema sinemA|city sitI|class klAs|click klik|climate klYmet|clip klip|cloud klWd|code kod|coffee kOfI
  college kOlej|color kalar|colour kalar|com kOm|come kam|company kampanI|computer kampyUtar|content kantent
  corona korona|could kud|course kors|covid kovid|cricket kriket|cut kat|data detA|database detAbes|david devid
  day de|december disembar|delete dilIt|delhi dillI|design dizYn|desktop desktOp|device divYs|dhaka DAkA
  digital dijital|do dU|doctor dOktar|document dOkyument|does daz|done dan|dot dOt|download dWnlod|drive drYv
  earth arT|edit edit|editor editar|email Imel|energy enarjI|engine injan|engineer injiniyar|english iNgliS
  enough inaf|every evrI|eye AI|facebook fesbuk|factory fEktarI|fan fEn|father fADar|feature fIcar
  february februarI|fi fY|file fYl|film film|find fYnd|first farst|flower flAwar|folder foldar|follow fOlo
  food fUd|football futbOl|for for|form form|free frI|friday frYde|friend frend|from frOm|full ful|game gem
  garden gArdan|get get|girl garl|give giv|gmail jImel|go go|gold gold|good gud|google gUgal|government gavarnment
  great gret|green grIn|group grUp|guide gYd|hand hEnd|happy hEpI|hard hArd|has hEz|have hEv|he hI|head hed
  health helT|heart hArt|hello hElo|help help|here hiyar|hero hIro|hi hY|high hY|him him|his hiz|hollywood hOlIwud
  home hom|hospital hOspital|hotel hotel|hour Awar|house hWs|how hW|i AI|idea YdiyA|image imej|in in|india indiyA
  industry indastrI|information informeSan|instagram instAgrEm|internet intarnet|interview intarvyU|iphone AIfon
  is iz|island AIlEnd|isro isro|it it|january jEnyuarI|job jOb|john jOn|july julAI|june jUn|just jast
  keyboard kIbord|know no|knowledge nOlej|kolkata kolkAtA|lab lEb|language leNgwej|laptop lEptOp|last lAst
  latest letest|laugh lAf|learn larn|level leval|library lYbrerI|life lYf|light lYt|like lYk|line lYn|link link
  linkedin linkdin|list list|listen lisan|live lYv|london landan|love lav|machine maSIn|madam mEdam|made med
  mail mel|make mek|manager mEnejar|many menI|march mArc|market mArket|marketing mArketiN|mary merI|match mEc
  may me|me mI|media mIdiyA|meeting mItiN|message mesej|method meTad|metro metro|microsoft mYkrosOft|minute minat
  mister mistar|mobile mobYl|model mOdal|monday mande|money manI|month manT|more mor|mother maDar|mouse mWs
  movie mUvI|much mac|mumbai mumbaI|music myUzik|my mY|name nem|nasa nAsA|nature necar|network netwark|new nyU
  news nyUz|next nekst|nice nYs|night nYt|no no|north nOrT|not nOt|note not|november novembar|number nambar
  october Oktobar|of Of|off Of|office Ofis|often Ofan|oil Oyal|ok oke|okay oke|old old|on On|once wans|one wan
  online OnlYn|open opan|or or|order ordar|org Org|other aDar|our Awar|out Wt|over ovar|own on|page pej
  paper pepar|park pArk|part pArt|party pArtI|password pAsward|people pIpal|phone fon|photo foto|photos fotoz
  picture pikcar|place ples|plan plEn|plastic plAstik|play ple|please plIz|point pXnt|police pulis|post post
  power pAwar|press pres|price prYs|problem prOblam|process prOses|product prOdakt|program progrEm
  programming progrEmiN|project projekt|public pablik|python pYTan|question kwescan|radio rediyo|reality riyElItI
  record rikOrd|red red|report riport|research risarc|review rivyU|right rYt|river rivar|road rod|robot robOt
  said sed|sale sel|saturday sEtarde|say se|school skUl|science sYns|scientist sYntist|scooter skUtar|screen skrIn
  search sarc|second sekand|section sekSan|see sI|september septembar|server sarvar|service sarvis|share Ser
  she SI|shop SOp|shopping SOpiN|should Sud|show So|sir sar|sister sistar|site sYt|smart smArt|so so|social soSal
  software sOftwer|solar solar|some sam|song sON|sorry sOrI|south sWT|speaker spIkar|special speSal|speed spId
  sport sport|star stAr|start stArt|station steSan|steel stIl|stop stOp|store stor|story storI|student stUdent
  studio stUdiyo|style stYl|subscribe sabskrYb|sunday sande|super supar|support saport|system sistam|table tebal
  team tIm|technology teknOlojI|telephone telifon|television telivijZan|tell tel|temple tempal|test test
  text tekst|thank TENk|thanks TENks|that DET|the da|theater TietAr|theatre TietAr|their Der|them Dem|then Den
  there Der|these DIz|they De|thing TiN|this Dis|though Do|thought TOt|three TrI|through TrU|thursday Tarzde
  ticket tiket|time tYm|title tYtal|to tU|today tude|together tugeDar|tom tOm|top tOp|total total|tour tur
  tower tAwar|train tren|training treniN|travel trEval|trip trip|truck trak|tuesday tyUzde|tv tIvI|twitter twitar
  two tU|type tYp|uncle ankal|university yUnivarsitI|up ap|update apdet|upload aplod|us as|usa yU es e
  usb yU es bI|use yUz|user yUzar|version varZan|very verI|video vIdiyo|videos vIdiyoz|view vyU|village vilej
  virus vYras|voice vXs|wait wet|walk wOk|want wOnt|was wOz|watch wOc|water wOtar|way we|we wI|weather weDar
  web web|website websYt|wednesday wenzde|week wIk|welcome welkam|well wel|were war|what wOt|whatsapp wAtsEp
  wen wen|where wer|which wic|white wYt|who hU|why wY|wi wY|wifi wYfY|wikipedia wikipIdiyA|will wil
  window windo|windows windoz|with wiD|woman wuman|women wimen|word ward|words wardz|work wark|world warld
  would wud|year yiyar|yes yes|yoga yogA|york yOrk|you yU|young yaN|your yor|youtube yUtyUb|zero zIro|zoom zUm`
    .split(/[|\n]/)
    .map((entry): [string, string] => {
      const [word = '', ...sounds] = entry.trim().split(' ');
      return [word, sounds.join(' ')];
    }),
);
